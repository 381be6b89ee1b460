import smtplib
from abc import ABC, abstractmethod


class Post(ABC):
    @abstractmethod
    def send(self, text: str) -> None: ...


class Letters(Post):
    def send(self, text: str) -> None:
        smtplib.SMTP().sendmail("mill", "baker", text)


class Office:
    def __init__(self, post: Post | None = None) -> None:
        self.post: Post = post or Letters()

    def announce(self) -> None:
        self.post.send("flour")
