"""Of which systems of messages a file speaks: one table of words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple


class MessageSystem(NamedTuple):
    """How a system of messages is recognised: `marks` stand in a file as they are, one of them; then `words` must be found.

    `families` are those of the languages that it is used in, none for all.
    """

    marks: tuple[str, ...]
    words: re.Pattern[str] | None = None
    families: frozenset[str] = frozenset()


def _system(marks: str, words: str = "", families: str = "") -> MessageSystem:
    return MessageSystem(tuple(marks.split()), re.compile(words) if words else None, frozenset(families.split()))


_PYTHON, _RUBY = frozenset({"python"}), frozenset({"ruby"})
SYSTEMS: Mapping[str, MessageSystem] = {
    "amqp": _system("unny mqp AMQP abbit hutch Hutch neakers pika kombu essage_queue essageQueue exchange routing_key",
                    r"(?i)bunny|amqp|rabbit|hutch|sneakers|\bpika\b|kombu|message_?queue|exchange"),
    "kafka": _system("afka acecar aterdrop WaterDrop arama faust", r"(?i)kafka|karafka|racecar|waterdrop|sarama|\bfaust\b"),
    "sqs": _system("SQS sqs Sqs horyuken", r"\bsqs|Sqs|SQS|[sS]horyuken"),
    "sns": _system("SNS sns Sns", r"\bsns|Sns|SNS"),
    "redis": _system("edis REDIS alkey",
                     r"(?<![A-Za-z])(?:aio|io|hi)?redis(?![a-z])|Redis(?![a-z])|REDIS|[Vv]alkey"),  # licences redistribute
    "nats": _system("nats NATS JetStream EventPattern MessagePattern ClientProxy",
                    r"(?i)\bnats\b|JetStream|EventPattern|MessagePattern|ClientProxy"),
    "sidekiq": _system("Sidekiq::Client Resque"),
    "celery": _system("send_task shared_task elery"),
    "bull": _system("bull Bull", r"(?i)\bbull(?:mq)?\b"),
    "job": _system("job. jobs Jobs JobC ueue. ueues. nngest genda boss. asks. Process( task({ handler: handler(",
                   r"(?i)(?:jobs?|queues?|inngest|agenda|boss|tasks?)(?:client|service)?\??\.(?:trigger|add|enqueue|send|dispatch"
                   r"|schedule|process|define|work|now|every|createFunction)\w*[(<]|@Process\(|\btask\(\{"
                   r"|job[\s\S]{0,4000}?\bhandler\s*[:(]", families="javascript"),
    "event": _system("ActiveSupport::Notifications attach_to"),
    "bus": _system("Omnes Bus.publish Bus.subscribe OnEvent ventEmitter ventBus event_bus"),
    "django": MessageSystem(("signals import", "signals.", "Signal(", "django.dispatch", "_signal."), families=_PYTHON),
    "wisper": MessageSystem(("Wisper", "broadcast(", "broadcast :", "publish(", "publish :", ".on(:", " on(:",
                             ".subscribe("),
                            families=_RUBY),
    "spring": _system("publishEvent EventListener ApplicationListener ApplicationModuleListener", families="jvm"),
    "mediator": _system("ediator ediatR ISender IPublisher RequestHandler< NotificationHandler< CommandHandler< "
                        "QueryHandler< DomainEvent", families="csharp"),
    "laravel": _system("event(new Event:: ::dispatch dispatch( $listen Listeners \\Jobs ShouldQueue Dispatchable broadcast(new",
                       families="php"),
}  # fmt: skip
"""By name, how a file speaks of it: by marks that are looked for in no time, and by words that say so for sure."""

MARKS: tuple[str, ...] = tuple(dict.fromkeys(mark for system in SYSTEMS.values() for mark in system.marks))
"""What stands in a file that sends messages or waits for them."""


def systems_of(text: str, family: str = "") -> frozenset[str]:
    """Return the systems of messages that a text speaks of, those that are used in a family of languages, all without one."""
    return frozenset(
        name
        for name, (marks, words, families) in SYSTEMS.items()
        if not (families and family and family not in families)
        and any(mark in text for mark in marks)
        and (words is None or words.search(text))
    )
