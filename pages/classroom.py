"""Class page: how students take part, and what the teacher sees and controls."""

from gptviz.classroom.registry import get_classroom
from gptviz.ui.classroom_panel import draw_student, explain_setting
from gptviz.ui.classroom_teacher import draw_teacher
from gptviz.ui.follow import teacher_here
from gptviz.ui.frame import open_page

open_page("classroom")
room = get_classroom()
if room is None:
    explain_setting()
elif teacher := teacher_here(room):
    draw_teacher(room, teacher)
else:
    draw_student(room)
