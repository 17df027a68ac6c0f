"""The PyTorch notebook, written to be read: BPE windows, embeddings, and multi-head attention in two ways.

`windows` and `lesson` are plain NumPy and may be imported anywhere; all else imports torch, and runs in a worker.
"""
