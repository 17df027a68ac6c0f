"""Both ways of multi-head attention: against NumPy, against PyTorch's own module, and against each other."""

import numpy as np
import pytest
import torch

from gptviz.notebook.attention import OVER_KEYS, OVER_QUERIES, FusedWayB, WayA, WayB, copy_weights
from gptviz.notebook.compare import count_parameters
from gptviz.notebook.embeddings import TokenPlusPosition

SIZES = pytest.mark.parametrize(("E", "H", "T"), [(256, 2, 4), (64, 8, 16), (32, 32, 3), (64, 1, 2)])


def both_ways(E, H, T, softmax_dim=OVER_KEYS):
    torch.manual_seed(1)
    a, b = WayA(E, H, T, softmax_dim), WayB(E, H, T)
    copy_weights(a, b)
    return a, b, torch.randn(3, T, E)


def matrix(linear):
    return linear.weight.detach().numpy().astype(np.float64)


def numpy_weights(head, x, axis):
    """(T, T) weights of one window, in loops over what each query may see."""
    T = len(x)
    queries, keys = x @ matrix(head.query).T, x @ matrix(head.key).T
    weights = np.zeros((T, T))
    for query in range(T):
        for key in range(query + 1):
            weights[query, key] = np.exp(queries[query] @ keys[key] / np.sqrt(len(queries[0])))
    return weights / weights.sum(axis=axis, keepdims=True)


@SIZES
@pytest.mark.parametrize(("softmax_dim", "axis"), [(OVER_KEYS, 1), (OVER_QUERIES, 0)])
def test_way_a_is_the_formula(E, H, T, softmax_dim, axis):
    a, _, x = both_ways(E, H, T, softmax_dim)
    with torch.no_grad():
        output, weights = a(x).numpy(), a.weights(x).numpy()
    for window, vectors in enumerate(x.numpy().astype(np.float64)):
        expected = [numpy_weights(head, vectors, axis) for head in a.heads]
        np.testing.assert_allclose(weights[:, window], expected, atol=1e-5)
        heads = [w @ vectors @ matrix(head.value).T for w, head in zip(expected, a.heads, strict=True)]
        joined = np.concatenate(heads, axis=1) @ matrix(a.output).T + a.output.bias.detach().numpy()
        np.testing.assert_allclose(output[window], joined, atol=1e-5)


@SIZES
def test_with_copied_weights_both_ways_and_fused_attention_agree(E, H, T):
    a, b, x = both_ways(E, H, T)
    fused = FusedWayB(E, H, T)
    fused.load_state_dict(b.state_dict())
    torch.testing.assert_close(a(x), b(x), atol=2e-6, rtol=1e-5)
    torch.testing.assert_close(fused(x), b(x), atol=2e-6, rtol=1e-5)


@SIZES
def test_way_b_is_the_multi_head_attention_of_pytorch(E, H, T):
    _, b, x = both_ways(E, H, T)
    reference = torch.nn.MultiheadAttention(E, H, bias=True, batch_first=True)
    with torch.no_grad():
        reference.in_proj_weight.copy_(torch.cat([b.query.weight, b.key.weight, b.value.weight]))
        reference.in_proj_bias.zero_()
        reference.out_proj.load_state_dict(b.output.state_dict())
    mask = torch.nn.Transformer.generate_square_subsequent_mask(T)
    expected, _ = reference(x, x, x, attn_mask=mask, need_weights=False)
    torch.testing.assert_close(b(x), expected, atol=2e-6, rtol=1e-5)


def test_ways_with_other_weights_do_not_agree():
    a, b, x = both_ways(64, 4, 8)
    with torch.no_grad():
        b.value.weight[0, 0] += 1
    assert (a(x) - b(x)).abs().max() > 1e-3


@pytest.mark.parametrize("H", [1, 2, 8, 32])
def test_the_notebook_has_262_400_parameters_whatever_its_heads(H):
    assert count_parameters(WayA(256, H, 4)) == count_parameters(WayB(256, H, 4)) == 262_400


def test_shorter_windows_than_the_longest_are_fine():
    a, b, x = both_ways(32, 4, 8)
    torch.testing.assert_close(a(x[:, :3]), b(x[:, :3]), atol=2e-6, rtol=1e-5)


def test_embeddings_add_the_vector_of_the_place():
    torch.manual_seed(2)
    embeddings = TokenPlusPosition(100, 16, 8)
    tokens = torch.tensor([[5, 7, 5], [1, 2, 3]])
    expected = embeddings.token.weight[tokens] + embeddings.position.weight[:3]
    assert torch.equal(embeddings(tokens), expected)
    assert embeddings(torch.zeros(8, 4, dtype=torch.long)).shape == (8, 4, 8)
