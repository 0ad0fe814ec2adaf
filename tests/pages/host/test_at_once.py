"""Connections send at once, as the socket has it that they come to."""

import os
import socket
from pathlib import Path

from pages.host.at_once import send_at_once


def test_connections_to_every_listening_socket_send_at_once():
    inner, outer = os.pipe()
    with socket.socket() as listening, socket.socket() as other:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        there = list(Path("/dev/fd").iterdir())
        send_at_once()
        assert list(Path("/dev/fd").iterdir()) == there
        with socket.create_connection(listening.getsockname()) as browser:
            accepted, _ = listening.accept()
            with accepted:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
                browser.sendall(b"a move")
                assert accepted.recv(10) == b"a move"
        assert not other.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    # Other files are as they were, and nobody else holds them open.
    os.write(outer, b"whole")
    os.close(outer)
    assert os.read(inner, 10) == b"whole"
    assert os.read(inner, 10) == b""
    os.close(inner)
