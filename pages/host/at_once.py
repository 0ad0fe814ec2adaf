"""What a visitor does counts (privacy.md), at once: no message waits for the one before."""

import socket
from contextlib import suppress
from pathlib import Path


def send_at_once() -> None:
    """Set it for the sockets that listen, from which each connection has it.

    Otherwise a message waits for the browser's word that the one before has come, which takes up
    to 40 ms. asyncio sets it for sockets that are marked as TCP, and Streamlit's are not.
    """
    with suppress(OSError):  # not every system lists what is open
        for file in [each for each in Path("/dev/fd").iterdir() if each.is_socket()]:
            with (
                suppress(OSError),  # not of the network
                socket.fromfd(int(file.name), socket.AF_INET, socket.SOCK_STREAM) as found,
            ):
                if found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
