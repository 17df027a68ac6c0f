"""One training step: our NumPy and torch engines, the bare matrix products in it, and `transformers`' GPT-2.

Run `python -m benchmarks.training_step`. All candidates take turns in one process on one thread; ratios are medians
over the rounds. `transformers` is only a peer to measure against: install it by hand to see its row.
"""

from __future__ import annotations

from benchmarks.measure import Budget, interleaved, kernels, print_budgets, restart_on_one_thread

if __name__ == "__main__":
    restart_on_one_thread("benchmarks.training_step")

import argparse
import importlib.util
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gptviz.config import ModelConfig, TrainConfig
from gptviz.engines.engine import Engine
from gptviz.engines.numpy_engine import NumpyEngine
from gptviz.engines.torch_engine import TorchEngine

CHAPTER = ModelConfig(vocab_size=65)  # the multi-head chapter: T=32, E=64, 2 heads, 2 blocks
GPT2_FORM = ModelConfig(vocab_size=65, residual=True, layer_norm=True)
RATE = 1e-3


def bare_products(model: ModelConfig, B: int) -> Callable[[], None]:
    """Return a function that does only the matrix products of a step: Y = X W, dX = dY Wᵀ, dW = Xᵀ dY for each."""
    T, E, H, D, V = model.context_size, model.embedding_size, model.heads, model.head_size, model.vocab_size
    linears = [(E, E)] * 4 + [(E, 4 * E), (4 * E, E)]  # query, key, value, output; feed-forward input, output
    shapes: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for _ in range(model.blocks):
        shapes += [((B * T, inputs), (inputs, outputs)) for inputs, outputs in linears]
        shapes += [((B, H, T, D), (B, H, D, T)), ((B, H, T, T), (B, H, T, D))]  # scores; weights @ values
    shapes.append(((B * T, E), (E, V)))
    generator = np.random.default_rng(0)
    pairs = [tuple(generator.standard_normal(shape, dtype=np.float32) for shape in pair) for pair in shapes]
    triples = [(x, w, x @ w) for x, w in pairs]

    def products() -> None:
        for x, w, dy in triples:
            x @ w
            dy @ w.mT
            x.mT @ dy

    return products


def engine_step(engine: Engine, tokens: NDArray[np.integer], targets: NDArray[np.integer]) -> Callable[[], object]:
    """Return a function that takes one step of an engine."""
    return lambda: engine.train_step(tokens, targets, RATE)


def gpt2_step(
    model: ModelConfig, train: TrainConfig, tokens: NDArray[np.integer], targets: NDArray[np.integer]
) -> Callable[[], object]:
    """Return a function that takes one step of `transformers`' GPT-2 with torch's own AdamW and clipping."""
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        vocab_size=model.vocab_size,
        n_positions=model.context_size,
        n_embd=model.embedding_size,
        n_layer=model.blocks,
        n_head=model.heads,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
        bos_token_id=0,
        eos_token_id=0,
    )
    network = GPT2LMHeadModel(config)
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=train.weight_decay)
    inputs, expected = torch.from_numpy(tokens), torch.from_numpy(targets)

    def step() -> float:
        logits = network(inputs).logits
        loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), expected.flatten())
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), train.clip_norm)
        optimizer.step()
        return loss.item()

    return step


def measure(B: int, rounds: int) -> list[Budget]:
    """Time one step at a batch size, print the medians, and return the ratios that have a budget."""
    train = TrainConfig(batch_size=B)
    generator = np.random.default_rng(0)
    tokens, targets = generator.integers(0, CHAPTER.vocab_size, (2, B, CHAPTER.context_size))
    candidates: dict[str, Callable[[], object]] = {"bare matrix products": bare_products(CHAPTER, B)}
    for form, model in (("", CHAPTER), (", GPT-2 form", GPT2_FORM)):
        candidates[f"NumPy engine{form}"] = engine_step(NumpyEngine(model, train), tokens, targets)
        torch_engine = TorchEngine(model, train)
        torch_engine.load(NumpyEngine(model, train).parameters())
        candidates[f"torch engine{form}"] = engine_step(torch_engine, tokens, targets)
    if importlib.util.find_spec("transformers"):
        candidates["transformers GPT-2"] = gpt2_step(CHAPTER, train, tokens, targets)
    times = interleaved(candidates, rounds, calls=max(1, 32 // B))
    print(f"\nB={B}: median ms of processor time a step, and as a multiple of the bare products")
    for name in candidates:
        print(f"  {name:26} {times.median_ms(name):8.2f}  {times.ratio(name, 'bare matrix products'):6.2f}x")
    return _budgets(B, times.ratio, "transformers GPT-2" in candidates)


def _budgets(B: int, ratio: Callable[[str, str], float], with_gpt2: bool) -> list[Budget]:
    bare, ours, torchs, peer = "bare matrix products", "NumPy engine", "torch engine", "transformers GPT-2"
    if B < 32:
        budgets = [(ours, bare, 2.3), (ours, torchs, 0.8), (torchs, bare, 3.0)]
        if with_gpt2:
            budgets.append((f"{torchs}, GPT-2 form", peer, 0.75))
    else:
        budgets = [(ours, torchs, 1.5), (torchs, bare, 1.7)]
    return [Budget(f"B={B}: {name} / {to}", ratio(name, to), at_most) for name, to, at_most in budgets]


def main() -> None:
    """Measure the batch sizes that have budgets and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=60, help="turns of each candidate at each batch size")
    rounds = parser.parse_args().rounds
    print(kernels())
    if not importlib.util.find_spec("transformers"):
        print("transformers is not installed; to measure against its GPT-2: pip install transformers")
    budgets = [budget for B in (4, 32) for budget in measure(B, rounds)]
    print()
    print_budgets(budgets)


if __name__ == "__main__":
    main()
