"""Tests of networks spend their time on compiling: nothing is optimised for speed here."""

import os
from tempfile import TemporaryDirectory

#: What was compiled, for the processes that the tests start.
_COMPILED = TemporaryDirectory()
# JAX reads them as it begins; what the tests start takes them over.
os.environ.setdefault("KERAS_BACKEND", "jax")
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")
os.environ["JAX_COMPILATION_CACHE_DIR"] = _COMPILED.name
os.environ["JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"] = "0"
os.environ["JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES"] = "-1"
