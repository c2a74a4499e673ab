"""A real port for a simulated board: a terminal whose other end a thread serves."""

import os
import pty
import threading
import tty
from abc import ABC, abstractmethod
from typing import Self


class BoardPort(ABC):
    """A port by the path `name`; the end of the board is `board`. It is served until `over`."""

    def __init__(self) -> None:
        self.board, port = pty.openpty()
        tty.setraw(port)
        self.name = os.ttyname(port)
        os.close(port)  # or the port would be in use by us
        os.set_blocking(self.board, False)
        self.over = threading.Event()
        self._worker = threading.Thread(target=self.serve)

    @abstractmethod
    def serve(self) -> None:
        """Do what the board does, until it is over."""

    def __enter__(self) -> Self:
        self._worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self._worker.join()
        os.close(self.board)
