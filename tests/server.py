"""A Streamlit server of our own, on a free port."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen


def free_port() -> int:
    """A port that nothing listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextmanager
def serve(script: Path, port: int | None = None) -> Iterator[str]:
    """Start an app and give its address, which nobody has visited yet."""
    port = free_port() if port is None else port
    command = [sys.executable, "-m", "streamlit", "run", script.name, "--server.headless=true"]
    address = f"http://127.0.0.1:{port}"
    with subprocess.Popen(
        [*command, f"--server.port={port}", "--server.address=127.0.0.1"],
        cwd=script.parent,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            for _ in range(300):
                try:
                    with urlopen(f"{address}/_stcore/health"):
                        break
                except OSError:
                    time.sleep(0.1)
            yield address
        finally:
            process.terminate()
