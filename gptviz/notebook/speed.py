"""How long both ways and fused attention take, as the number of heads grows."""

from __future__ import annotations

import time
from collections.abc import Sequence

import torch

from gptviz.notebook.attention import FusedWayB, WayA, WayB
from gptviz.notebook.lesson import WAYS, Speeds

LEAST_ROUNDS = 5


@torch.no_grad()
def measure(batch: int, length: int, embedding_size: int, heads: Sequence[int], budget_s: float) -> Speeds:
    """Return the fastest of forward passes that take turns: what else the machine does can only slow a pass down."""
    kinds = dict(zip(WAYS, (WayA, WayB, FusedWayB), strict=True))
    with torch.random.fork_rng(devices=[]):  # a worker's generator is not ours to move
        modules = {(way, h): kind(embedding_size, h, length) for way, kind in kinds.items() for h in heads}
        x = torch.randn(batch, length, embedding_size)
    seconds: dict[tuple[str, int], list[float]] = {key: [] for key in modules}
    for module in modules.values():
        module(x)  # the first pass fetches memory
    end_s, rounds = time.perf_counter() + budget_s, 0
    while rounds < LEAST_ROUNDS or time.perf_counter() < end_s:
        for key, module in modules.items():
            started_s = time.perf_counter()
            module(x)
            seconds[key].append(time.perf_counter() - started_s)
        rounds += 1
    fastest = {way: tuple(min(seconds[way, h]) for h in heads) for way in WAYS}
    return Speeds(tuple(heads), fastest, rounds)
