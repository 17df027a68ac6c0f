"""Notebook page: windows over BPE tokens, multi-head attention in two ways, and the slip that lets the future leak."""

from gptviz.ui.frame import explain_computation, open_page
from gptviz.ui.notebook_choices import choose
from gptviz.ui.notebook_panel import choose_part, draw_part

open_page("notebook")
part = choose_part()
choices = choose()
if choices is not None:
    draw_part(part, choices)
explain_computation(
    "notebook",
    r"\text{head}_h = \mathrm{softmax}_{\text{keys}}\!\left(\mathrm{mask}\!\left("
    r"\frac{x W^Q_h (x W^K_h)^{\top}}{\sqrt{D}}\right)\right) x W^V_h,"
    r" \qquad \text{output} = [\text{head}_1 \ldots \text{head}_H]\, W^O + b",
)
