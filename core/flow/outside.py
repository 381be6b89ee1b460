"""What a call does beyond the code of the application, by its name: broadcasts, caches, other services, SQL."""

from __future__ import annotations

import re

from core.languages.services import CLIENTS, MONITORS

WRITES = frozenset(
    {
        "delete", "delete_all", "update_all", "update_column", "update_columns", "insert", "insert_all", "insert_all!",
        "upsert", "upsert_all", "increment_counter", "decrement_counter", "update_counters", "delete_by", "touch_all",
    }
)  # fmt: skip
"""Calls that change the database without callbacks."""
RESPONSES = {
    "render": "render", "redirect_to": "redirect", "redirect_back": "redirect", "redirect_back_or_to": "redirect",
    "head": "respond", "send_data": "respond", "send_file": "respond", "respond_with": "respond",
}  # fmt: skip
_SWEEPS = frozenset({"expire_fragment", "expire_page", "expire_action"})
_OF_A_CACHE = frozenset({"delete", "delete_matched", "delete_multi", "clear", "write", "increment", "decrement"})
HTTP_CLIENTS = frozenset({"Net::HTTP", "HTTP", "HTTParty", "Faraday", "RestClient", "Excon", "Typhoeus", "HTTPX"})
REQUESTS = frozenset(
    {"get", "post", "put", "patch", "delete", "head", "request", "get_response", "post_form", "start", "run_request"}
)
"""Calls of HTTP clients that ask something of another program."""
_SERVICES = tuple(
    word for service, words in CLIENTS.items() for word in words.split() if word[:1].isupper() and service not in MONITORS
)
"""Constants of Ruby that the clients of known services are called by, or begin with."""
_ACTS = re.compile(
    r"(?:create|retrieve|list|update|modify|delete|destroy|cancel|capture|refund|confirm|pay|charge|find|search|query|get|post|put"
    r"|patch|send|deliver|publish|push|ping|upload|download|fetch|execute|invoke|request|trigger|notify|submit|attach|detach"
    r"|close|lookup|geocode|chat|messages?|subscribe|unsubscribe|perform)(?:_\w+)?[!?]?"
)
"""Names of calls of such clients that ask something of the service."""
_ASKING = frozenset(
    {
        "RestClient::Request.execute", "Down.download", "Down.open", "URI.open", "OpenURI.open_uri", "Typhoeus::Request.run",
        "HTTPClient.get", "HTTPClient.post", "Curl.get", "Curl.post", "Manticore.get", "Manticore.post",
    }
)  # fmt: skip
_CLIENT = re.compile(r"(?:^|[._@])(?:client|connection|conn|http|faraday|api)$")
_ADDRESS = re.compile(r"""^["'](?:/|https?://|#\{[^}]*\}/)[^"'\s]*["']$""")
_SETTINGS = frozenset({"config", "configuration", "configure", "settings", "logger", "default_config", "options"})
_PARTS = frozenset({"messages", "message", "lists", "charges", "searches", "new"})  # of a client: what asks comes behind
_SQL = frozenset({"execute", "exec_query", "exec_update", "exec_insert", "exec_delete", "truncate", "truncate_tables"})
_BULK = frozenset(
    {"delete_all", "destroy_all", "update_all", "insert_all", "insert_all!", "upsert_all", "upsert", "delete_by", "destroy_by"}
)
_OF_RAILS = frozenset(
    {"format", "request", "response", "params", "session", "cookies", "flash", "logger", "headers", "env", "I18n"}
)


def kind_outside(receiver: str, name: str) -> str:
    """Return the kind of step that a call is by its name and its receiver as written; empty for one that says nothing.

    A constant as receiver is one that the index does not have.
    """
    first = receiver.split(".")[0]
    if name in _SWEEPS or (name in _OF_A_CACHE and receiver == "Rails.cache"):
        return "cache"
    if name.startswith("broadcast_") or (name == "broadcast" and receiver.endswith(("server", "Channel"))):
        return "broadcast"
    if name == "instrument" and receiver == "ActiveSupport::Notifications":
        return "publish"
    if name in REQUESTS and first in HTTP_CLIENTS:
        return "request"
    if name in _SQL and receiver.split(".")[-1] == "connection":
        return "write"
    return "write" if name in _BULK and first[:1].isupper() else ""


def asks_service(spelled: str, name: str) -> bool:
    """Tell whether a call asks a known service, or downloads what an address gives, by what its receiver was made with."""
    first, *steps = spelled.split(".")
    constant = first.removeprefix("::")
    if f"{constant}.{name}" in _ASKING:
        return True
    own = any(constant == word or constant.startswith(f"{word}::") for word in _SERVICES)
    asked = any((_ACTS.fullmatch(step) and step not in _PARTS) or step in _SETTINGS for step in steps)
    return (
        own
        and not asked
        and name not in _PARTS
        and not constant.endswith(("Error", "Webhook"))
        and _ACTS.fullmatch(name) is not None
    )


def is_asked(spelled: str, receiver: str, name: str, said: str) -> bool:
    """Tell whether a call asks another program: by what its receiver was made with, or a client's name and an address.

    `spelled` is the receiver from where it was made. What an answer is asked further (`post(…).body.delete`) asks nobody.
    """
    if name not in REQUESTS or not receiver:
        return False
    steps = spelled.split(".")[1:]
    if any(step in REQUESTS and step != "start" for step in steps):
        return False
    if kind_outside(spelled, name) == "request":
        return True
    return name != "start" and _CLIENT.search(receiver) is not None and _ADDRESS.match(said) is not None


_WORDS = (
    "add append apply begin bind body build call cancel change check clear close collect commit concat connect copy count "
    "create delete destroy detect disconnect dispatch download dump dup each emit enqueue execute export extend fetch "
    "fill filter find finish first flush format get handle import include index init insert inspect invoke join last "
    "length list load lock log make map mark max merge min move name new next open order parse pause perform ping poll "
    "pop post prepare print process publish pull push put read record refresh register release reload remove render "
    "replace request reset resolve restart resume retry rollback run save scan search select send set setup show shutdown "
    "size skip sort start stop store submit sum swap switch sync take test toggle touch trigger type unlock unregister "
    "update upload validate value values verify visit wait walk wrap write yield"
)
COMMON = frozenset(_WORDS.split())
"""Names of methods that values of libraries often have: one method of the application that is called so is not meant."""


def is_of_library(receiver: str) -> bool:
    """Tell whether a receiver is an object of Ruby or Rails: a constant that the index does not have, the request."""
    first = receiver.split(".")[0]
    return first[:1].isupper() or first in _OF_RAILS
