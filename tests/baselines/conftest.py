"""Tests of networks spend their time on compiling: nothing is optimised for speed here."""

import os

# JAX reads them as it begins; what the tests start takes them over.
os.environ.setdefault("KERAS_BACKEND", "jax")
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")
