"""Proofs that a log only grows: its Merkle tree, signed checkpoints, cosignatures and proofs of inclusion.

The formats are those of C2SP (`signed-note`, `tlog-checkpoint`, `tlog-cosignature`, `tlog-proof`, `tlog-witness`), so
that other people's tools can check what is written here.
"""
