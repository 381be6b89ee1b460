"""What actions and helpers of libraries ask of the controller that has or calls them: methods that it may define."""

from __future__ import annotations

from collections.abc import Mapping

_SIGN_IN, _SIGN_OUT = "after_sign_in_path_for", "after_sign_out_path_for"

ASKED_BY_ACTION: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("Devise::SessionsController", "create"): (_SIGN_IN,),
    ("Devise::SessionsController", "destroy"): (_SIGN_OUT, "respond_to_on_destroy"),
    ("Devise::RegistrationsController", "new"): ("build_resource",),
    ("Devise::RegistrationsController", "create"): (
        "build_resource", "sign_up", "after_sign_up_path_for", "after_inactive_sign_up_path_for",
    ),
    ("Devise::RegistrationsController", "update"): ("update_resource", "after_update_path_for"),
    ("Devise::RegistrationsController", "destroy"): (_SIGN_OUT,),
    ("Devise::PasswordsController", "create"): ("after_sending_reset_password_instructions_path_for",),
    ("Devise::PasswordsController", "update"): ("after_resetting_password_path_for", _SIGN_IN),
    ("Devise::ConfirmationsController", "create"): ("after_resending_confirmation_instructions_path_for",),
    ("Devise::ConfirmationsController", "show"): ("after_confirmation_path_for",),
    ("Devise::UnlocksController", "create"): ("after_sending_unlock_instructions_path_for",),
    ("Devise::UnlocksController", "show"): ("after_unlock_path_for",),
    ("Devise::OmniauthCallbacksController", "failure"): ("after_omniauth_failure_path_for",),
    ("Devise::InvitationsController", "create"): ("invite_resource", "after_invite_path_for"),
    ("Devise::InvitationsController", "update"): ("accept_resource", "after_accept_path_for"),
}  # fmt: skip
"""By the class of a library that a controller inherits from and the action: the methods that the action calls."""

ASKED_BY_CALL: Mapping[str, tuple[str, ...]] = {
    "sign_in_and_redirect": (_SIGN_IN,),
    "sign_out_and_redirect": (_SIGN_OUT,),
}
"""By a helper of a library: the methods that it calls on the controller."""
