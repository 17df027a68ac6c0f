"""The time machine: one time line that moves loss, sample and all pictures of a run together, in the browser alone."""

from gptviz.ui.components.time_machine.component import (
    BarLetter,
    Film,
    Moment,
    Place,
    TimeMachineWords,
    send_bars,
    send_exact,
    send_place,
    send_tail,
    time_machine,
)
from gptviz.ui.components.time_machine.payload import Story, packed_film

__all__ = [
    "BarLetter",
    "Film",
    "Moment",
    "Place",
    "Story",
    "TimeMachineWords",
    "packed_film",
    "send_bars",
    "send_exact",
    "send_place",
    "send_tail",
    "time_machine",
]
