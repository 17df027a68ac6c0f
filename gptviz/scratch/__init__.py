"""A GPT's mathematics from scratch on NumPy: automatic differentiation, layers, loss and optimizer, and nothing else.

Read `tensor.py` (how gradients flow), then `layers.py` (what a GPT is made of), then `optim.py` (how it learns).
"""
