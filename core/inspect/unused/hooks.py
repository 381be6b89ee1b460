"""Methods that Ruby, Rails or a well-known library calls by their names: no code of the application needs to."""

from __future__ import annotations

import re

_CALLED_BY_NAME = """
initialize initialize_copy initialize_dup initialize_clone method_missing respond_to_missing? const_missing inherited
included extended prepended method_added to_s to_str to_a to_ary to_h to_hash to_i to_f to_r to_c to_proc to_sym to_json
to_xml to_yaml to_param to_key to_model to_partial_path to_global_id to_sgid to_text to_html to_csv to_ical to_liquid
to_query to_path to_regexp inspect hash eql? equal? coerce each size length count empty? call === begin end succ next
marshal_dump marshal_load encode_with init_with as_json serializable_hash attributes read_attribute_for_validation
read_attribute_for_serialization persisted? new_record? id model_name perform perform_later up down change migrate validate
validate_each valid? invalid? before after around success error failure enqueue before_enqueue max_attempts max_run_time
destroy_failed_jobs? queue_name reschedule_at subscribed unsubscribed connect disconnect receive process deserialize
serialize cast type changed_in_place? resolve authorized? ready? visible? accessible? resolve_type coerce_input
coerce_result load_application_object render? before_render render_in view_template render template default_url_options
url_options process_action action_missing default_render response_body options initialize_attributes build each_serializer
root store_dir cache_dir filename extension_whitelist extension_allowlist content_type_allowlist content_type_whitelist
default_url size_range move_to_cache active_for_authentication? inactive_message send_devise_notification password_required?
email_required? confirmation_required? after_sign_in_path_for after_sign_out_path_for after_sign_up_path_for
after_inactive_sign_up_path_for after_update_path_for after_confirmation_path_for after_resetting_password_path_for
after_sending_reset_password_instructions_path_for after_resending_confirmation_instructions_path_for after_unlock_path_for
after_accept_path_for after_invite_path_for find_for_database_authentication find_first_by_auth_conditions
find_for_authentication serialize_from_session serialize_into_session authenticatable_salt will_save_change_to_email?
send_reset_password_instructions send_confirmation_instructions remember_me rememberable_value build_resource sign_up_params
account_update_params update_resource sign_up sign_in sign_in_params auth_options respond_with respond_to_on_destroy
require_no_authentication after_database_authentication valid_for_authentication? devise_modules omniauth_failure
failure_message pundit_user policy_scope current_ability info_for_paper_trail user_for_paper_trail
should_generate_new_friendly_id? normalize_friendly_id slug_candidates resolve_friendly_id_conflict search_data
should_index? indexable? ransackable_attributes ransackable_associations ransackable_scopes unread_count mentionable?
headers_for subject_for deliver! settings delivery_method preview_email table_name_prefix table_name_suffix table_name
primary_key polymorphic_name sti_name readonly? create_or_update destroyed? changed? column_names columns attribute_names
reload touch save save! destroy delete update update_attribute default_scope find find_by_param instantiate allocate new
create_record update_record destroy_row read_attribute write_attribute use_relative_model_naming? i18n_scope i18n_key
lookup_ancestors human_attribute_name human_name param_key route_key singular_route_key element collection cache_key
cache_version cache_key_with_version _to_partial_path rescue_with_handler log_arguments? logger deserialize_arguments
serialize_arguments retry_jitter execute default_queue_name singleton_method_added define_attribute_method attribute_missing
instance_variable_get permitted_attributes verified_request? handle_unverified_request protect_against_forgery?
form_authenticity_token current_user session_store parse load dump exception message full_message backtrace detailed_message
cause status_code http_status extensions code write read close open flush << <=> == != =~ + - * / % ** ! ~ [] []= < > <= >=
-@ +@ & | ^ >> encode decode matches? delivering_email delivered_email
previewing_email lock_key_arguments readpartial gets getc getbyte rewind eof? pos seek tell each_line each_byte
"""
HOOKS = frozenset(_CALLED_BY_NAME.split())
"""Names of methods that are called by name from outside of the checkout."""

HOOKED = re.compile(
    r"^(?:after_\w+_path_for|autosave_associated_records_for_\w+|validate_associated_records_for_\w+|_run_\w+|find_for_\w+|"
    r"(?:set|get)_(?:callback)|\w+_changed\?|ransack\w+|devise_\w+|omniauth_\w+|graphql_\w+|visit_\w+|on_\w+|deconstruct\w*)$"
)
"""Patterns of such names."""

KNOWN_ROOTS = frozenset(
    {
        "", "Object", "BasicObject", "ActiveRecord::Base", "ApplicationRecord", "ActionController::Base",
        "ActionController::API", "ApplicationController", "ActiveJob::Base", "ApplicationJob", "ActionMailer::Base",
        "ApplicationMailer", "StandardError", "RuntimeError", "ArgumentError", "Exception", "ActiveRecord::Migration",
        "ActionCable::Channel::Base", "Struct", "ActiveSupport::CurrentAttributes", "ActionMailbox::Base",
        "ViewComponent::Base", "ActiveModel::EachValidator", "ActiveModel::Validator",
    }
)  # fmt: skip
"""Superclasses from outside of which it is known which methods they call: those above."""

ACTION_BASES = frozenset(
    {"ActionController::Base", "ActionController::API", "ApplicationController", "ActionController::Metal"}
)
"""Superclasses that bring no actions of their own."""
