"""What a call does beyond the code of the application: by the library that its receiver is from, or by its name alone."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple


class EffectLibrary(NamedTuple):
    """Libraries of one kind, and what calls on their values do; a call of any other name does `otherwise`, if anything."""

    packages: re.Pattern[str]
    names: dict[str, str]
    otherwise: str = ""


_SAVE, _DESTROY, _ENQUEUE, _DELIVER, _REQUEST, _PUBLISH = "save", "destroy", "enqueue", "deliver", "request", "publish"


def _named(**kinds: str) -> dict[str, str]:
    return {name: kind for kind, names in kinds.items() for name in names.split()}


_RECORDS = _named(
    save="save create insert upsert update insertMany insertOne createMany createManyAndReturn bulkCreate findOrCreate"
    " findByIdAndUpdate findOneAndUpdate findOneAndReplace updateOne updateMany replaceOne bulkWrite increment decrement"
    " persist persistAndFlush flush restore saveMany patch insertGraph upsertGraph insertAndFetch updateAndFetchById"
    " patchAndFetchById onDuplicateKeyUpdate updateTable insertInto",
    destroy="destroy delete remove deleteOne deleteMany softDelete softRemove findByIdAndDelete findOneAndDelete"
    " findByIdAndRemove findOneAndRemove truncate del deleteById removeAndFlush deleteFrom",
)
_LIBRARIES = (
    EffectLibrary(
        re.compile(
            r"^(?:@nestjs/(?:mongoose|sequelize)|sequelize(?:-typescript)?|mongoose|@prisma/.*|\.prisma/.*|knex|"
            r"drizzle-orm(?:/.*)?|objection|kysely|mongodb|bookshelf|@typegoose/.*|waterline|"
            r".*(?:generated.*prisma|prisma.*(?:client|generated)).*)$"  # written when the application is built
        ),
        _RECORDS,
    ),
    EffectLibrary(  # what they `create` is not saved yet
        re.compile(r"^(?:typeorm|@nestjs/typeorm|@mikro-orm/.*)$"),
        {name: kind for name, kind in _RECORDS.items() if name != "create"},
    ),
    EffectLibrary(
        re.compile(
            r"^(?:bull|bullmq|@nestjs/bull(?:mq)?|bee-queue|agenda|@hokify/agenda|pg-boss|kue|node-resque|graphile-worker)$"
        ),
        _named(enqueue="add addBulk createJob schedule now every send sendAfter enqueue enqueueIn addJob publish"),
    ),
    EffectLibrary(
        re.compile(
            r"^(?:nodemailer|.*sendgrid.*|resend|@nestjs-modules/mailer|mailgun.*|postmark|email-templates|node-mailjet)$"
        ),
        _named(deliver="sendMail send sendEmail sendMultiple sendEmailWithTemplate create"),
    ),
    EffectLibrary(
        re.compile(
            r"^(?:axios|got|ky|node-fetch|undici|superagent|request|request-promise|needle|@nestjs/axios|cross-fetch|phin|wretch)$"
        ),
        _named(request="get post put patch delete del head request fetch options"),
    ),
    EffectLibrary(
        re.compile(r"^(?:stripe|@aws-sdk/client-.*|@octokit/.*|openai|twilio|@slack/web-api)$"),
        _named(request="send"),
        _REQUEST,
    ),
    EffectLibrary(
        re.compile(
            r"^(?:events|node:events|eventemitter[23]|@nestjs/(?:event-emitter|microservices|cqrs)|emittery|mitt|kafkajs|amqplib|"
            r"mqtt|nats|@google-cloud/pubsub)$"
        ),
        _named(publish="emit emitAsync publish publishAll send sendToQueue sendBatch publishMessage execute"),
    ),
    EffectLibrary(re.compile(r"^socket\.io$"), _named(broadcast="emit send")),
)
_ANYWHERE = {
    **{name: kind for name, kind in _RECORDS.items() if re.search(r"[a-z](?:Many|One|And|Create|Graph)", name)},
    "sendMail": _DELIVER, "sendToQueue": _PUBLISH,
}  # fmt: skip
"""What a call does whatever it is made on: names that no other library has."""
_QUERY = re.compile(r"(?:^|\.)query\(\)")  # of a model of Objection
_PRISMA = re.compile(r"(?:^|\.)prisma(?:Client|Service)?\.[a-z]\w*$")
_SERVERS = re.compile(r"^(?:express|koa|@koa/.*|koa-.*|fastify|hono|restify|polka|next|(?:node:)?http)(?:/.*)?$")
_RESPONSE = re.compile(r"^(?:res|response|reply|ctx|context|c|koaCtx)(?:\.|$)")
_ANSWERS = {
    **dict.fromkeys(("json", "send", "sendStatus", "sendFile", "end", "jsonp", "download", "text", "html", "body"), "respond"),
    "redirect": "redirect", "render": "render",
}  # fmt: skip
_OF_PROMISES = ("then", "catch", "finally")
_CALLED = re.compile(r"([\w$]+)\(\)")
_FETCH = ("fetch", "axios", "got", "ky")
TELLING = frozenset(
    (*_FETCH, "request", "redirect", "render", "sendStatus", *(name for row in _LIBRARIES[2:] for name in row.names))
)
"""Calls of which it matters what they are given first: an address, the name of a job or an event."""


@cache
def _library(package: str) -> EffectLibrary | None:
    return next((row for row in _LIBRARIES if row.packages.match(package)), None)


def effect_of(package: str, receiver: str, name: str) -> str:
    """Return the kind of step that a call on a value of a package is; empty for one that does nothing that is known.

    What an answer is asked further asks nobody: `fetch(…).headers.get(…)`.
    """
    row = _library(package)
    kind = row.names.get(name, row.otherwise) if row is not None and name not in _OF_PROMISES else ""
    asked = row is not None and kind == _REQUEST and any(row.names.get(one) for one in _CALLED.findall(receiver))
    return "" if asked else kind


def answers_with(package: str, receiver: str, name: str) -> str:
    """Return how a call answers a request whose receiver is of the library of a server; empty where it does not."""
    return _ANSWERS.get(name, "") if _SERVERS.match(package) and _RESPONSE.match(receiver) else ""


def answering(receiver: str, name: str) -> str:
    """Return the name of the parameter that a call answers a request with, if it looks like one; else empty."""
    found = _RESPONSE.match(receiver) if name in _ANSWERS else None
    return found[0].rstrip(".") if found is not None else ""


def is_of_records(package: str) -> bool:
    """Tell whether a package keeps records: classes that inherit from it are models."""
    return _library(package) in _LIBRARIES[:2]


def effect_by_name(receiver: str, name: str) -> str:
    """Return the kind of step that a call is whose receiver is not known, where one kind of library alone writes it so."""
    if not receiver:
        return _REQUEST if name in _FETCH else ""
    if name in _ANSWERS and _RESPONSE.match(receiver):
        return _ANSWERS[name]
    if name in _RECORDS and (_QUERY.search(receiver) or _PRISMA.search(receiver)):
        return _RECORDS[name]
    return _ANYWHERE.get(name, "")
