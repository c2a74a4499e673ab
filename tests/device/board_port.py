"""Base class for a simulated board at a pseudo terminal, which a thread serves."""

import os
import pty
import threading
import tty
from abc import ABC, abstractmethod
from typing import Self


class BoardPort(ABC):
    """Pseudo terminal at the path `name`.

    A thread serves the other end, `board`, until the event `over` is set.
    """

    def __init__(self) -> None:
        self.board, port = pty.openpty()
        tty.setraw(port)
        self.name = os.ttyname(port)
        os.close(port)  # an open port would count as used by this process
        os.set_blocking(self.board, False)
        self.over = threading.Event()
        self._worker = threading.Thread(target=self.serve)

    @abstractmethod
    def serve(self) -> None:
        """Act as the board until `over` is set."""

    def __enter__(self) -> Self:
        self._worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self._worker.join()
        os.close(self.board)
