"""What calls of libraries do beyond the code of the application, by their full name or by what they are asked of."""

from __future__ import annotations

import re
from functools import cache

_SERVICES = (
    "stripe|braintree|adyen|paypalrestsdk|gocardless_pro|mollie|plaid|twilio|sendgrid|mailchimp_\\w+|postmarker|resend|slack_sdk|"
    "discord|telegram|zenpy|hubspot|simple_salesforce|pyairtable|notion_client|github|gitlab|jira|openai|anthropic|algoliasearch|"
    "firebase_admin|google\\.cloud|azure|cloudinary|dropbox|boto3|aioboto3|onesignal|shopify|shippo|easypost|pusher|posthog"
)  # clients of services of others, by their package
_ASKS = (
    "create|modify|update|delete|cancel|retrieve|list|search|send|upload|publish|confirm|capture|finalize|void|pay|refund|attach|"
    "detach|chat|put|post|invoke|trigger"
)  # with what their methods begin that ask for something

# The kind of step by the full name of what is called; what was made before stands with its brackets.
_CALLS = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (
            r"^(?:requests|httpx|aiohttp|niquests|curl_cffi)\.(?:\w+\(\)\.|\w+\.)?"
            r"(?:get|post|put|patch|delete|head|options|request|send|stream)$",
            "request",
        ),
        (r"^(?:urllib\.request\.urlopen|urllib3\..*\.request|http\.client\..*\.request)$", "request"),
        (r"^django\.core\.mail\.(?:send_mail|send_mass_mail|mail_admins|mail_managers)$", "deliver"),
        (r"^django\.core\.mail\.(?:message\.)?Email\w+\(\)\.send$|^smtplib\..*\.(?:send_message|sendmail)$", "deliver"),
        (r"^(?:flask_mail|fastapi_mail)\..*\.send(?:_message)?$", "deliver"),
        (r"^django\.core\.cache\.cache\.(?:set|set_many|add|delete|delete_many|clear|incr|decr|touch)$", "cache"),
        (r"^django\.shortcuts\.render$|^(?:flask|quart)\.render_template(?:_string)?$", "render"),
        (r"Templates\(\)\.TemplateResponse$", "render"),
        (r"^django\.(?:template\.response|template\.loader)\.(?:TemplateResponse|render_to_string)$", "render"),
        (r"^(?:django\.shortcuts|flask)\.redirect$|HttpResponse(?:Permanent)?Redirect$|\.RedirectResponse$", "redirect"),
        (r"^django\.http\.(?:response\.)?(?:HttpResponse\w*|JsonResponse|FileResponse|StreamingHttpResponse)$", "respond"),
        (r"^(?:rest_framework\.response\.Response|flask\.(?:jsonify|make_response|Response|send_file))$", "respond"),
        (r"^(?:starlette|fastapi)\.responses\.\w+Response$", "respond"),
        (r"^flask\.abort$", "raise"),
        (r"^(?:sqlalchemy|sqlmodel)\b.*Session(?:Maker)?\w*(?:\(\))?\.(?:add|add_all|merge)$", "save"),
        (r"^(?:sqlalchemy|sqlmodel)\b.*Session\w*(?:\(\))?\.delete$", "destroy"),
        (r"^(?:sqlalchemy|sqlmodel)\b.*Session(?:Maker)?\w*(?:\(\))?\.commit$", "write"),
        (r"^flask_sqlalchemy\.SQLAlchemy\(\)\.session\.(?:add|add_all|merge)$", "save"),
        (r"^flask_sqlalchemy\.SQLAlchemy\(\)\.session\.delete$", "destroy"),
        (r"^flask_sqlalchemy\.SQLAlchemy\(\)\.session\.commit$", "write"),
        (r"^django\.contrib\.auth\.(?:login|logout)$", "write"),
        (r"\.objects\.(?:a?create\w*|add_\w+|bulk_create|a?get_or_create|a?update_or_create)$", "save"),
        (r"\.objects\.(?:.*\.)?a?update$", "write"),
        (r"\.objects\.(?:.*\.)?a?delete$", "destroy"),
        (r"^django\.contrib\.auth\.update_session_auth_hash$", "write"),
        (r"^django\.db\.connection\.cursor\(\)\.execute$", "write"),
        (r"^channels\..*\.group_send$", "broadcast"),
        (r"^celery\b.*\.send_task$", "enqueue"),
        (r"^celery\b.*\.control\.(?:revoke|terminate|broadcast|rate_limit|pool_\w+|\w+_consumer|shutdown)$", "broadcast"),
        (r"^(?:django\.dispatch|blinker)\b.*[sS]ignal\([^)]*\)\.a?send(?:_robust)?$", "publish"),
        (rf"^(?:{_SERVICES})\.(?:.*\.)?(?:{_ASKS})(?:_\w+|[A-Z]\w*)?$", "request"),
    )
)  # fmt: skip
BY_RECORD = {"save": "save", "asave": "save", "delete": "destroy", "adelete": "destroy"}
"""What a record of Django does that is saved or deleted, with its signals."""
BY_QUERY = {
    "create": "save", "acreate": "save", "get_or_create": "save", "aget_or_create": "save", "update_or_create": "save",
    "aupdate_or_create": "save", "bulk_create": "write", "bulk_update": "write", "update": "write", "aupdate": "write",
    "delete": "destroy", "adelete": "destroy", "add": "write", "set": "write", "remove": "write", "clear": "write",
}  # fmt: skip
"""What a manager or query of Django does to the rows of its model."""
OF_USERS = ("groups", "permissions", "user_permissions")
"""What Django's users and groups have many of."""
NAMED_MANAGERS = ("objects", "_default_manager", "_base_manager")
MANAGERS = re.compile(r"^django\.(?:db\.models|contrib)\b.*(?:Manager|QuerySet)$")
"""The classes of Django that change the rows of a model."""
QUERY = re.compile(
    r"\.(?:objects|_default_manager|_base_manager)$|\.(?:all|filter|exclude|order_by|annotate|distinct|select_related|prefetch_related"
    r"|select_for_update|get_queryset)\(\)$"
)
"""With what managers and queries of Django end, of whatever model they are."""
RUNS_SAVE = frozenset(("create", "acreate", "get_or_create", "aget_or_create", "update_or_create", "aupdate_or_create"))
"""Methods of managers that run the `save` of the model."""
BY_SESSION = {"add": "save", "add_all": "save", "merge": "save", "delete": "destroy", "commit": "write"}
"""What a session of SQLAlchemy does to the record that it is given, or to those that were changed since."""
SESSIONS = re.compile(r"(?:^|[._])(?:db_?)?session$")
"""What sessions are called."""
ENQUEUES = frozenset(
    ("delay", "apply_async", "delay_on_commit", "send", "send_with_options", "enqueue", "schedule", "kiq", "defer", "configure")
)
"""Methods by which a task is put on its queue."""
RUN_LATER = frozenset(("add_task", "on_commit", "run_in_executor", "submit", "call_soon", "create_task", "Thread", "Process"))
"""Methods that run later what they are given."""
OF_SERIALIZERS = {"save": "save", "create": "create", "update": "save"}
"""What the methods of a library's form or serializer do that save a record; a class below asks for them by `super()`."""
OF_FORMS = {"is_valid": "clean", "full_clean": "clean", "save": "create"}
"""What methods of forms and serializers do."""
GUARDS = re.compile(
    r"(?:login|auth\w*|permissions?|admin|staff|superuser|roles?|scopes?)_?\w*required$|user_passes_test$"
    r"|require_(?:login|auth|role)\w*$"
)
"""Decorators that let only some callers through."""
FORM = re.compile(r"(?:^|[._])(form|serializer)(?:\(\))?$", re.IGNORECASE)
"""What forms and serializers are called that a view is handed."""


@cache
def kind_of(name: str) -> str:
    """Return the kind of step that a call of a library is, by its full name; empty for one that says nothing."""
    return next((kind for pattern, kind in _CALLS if pattern.search(name)), "")
