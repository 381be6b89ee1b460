from functools import cache
from pathlib import Path

import pytest

from core.extract.run import extract
from core.model import CodeUnit, Extraction, Relation
from core.settings import ExtractSettings

STORE = Path(__file__).parent / "repos" / "rails_store"


@cache
def store() -> Extraction:
    return extract(STORE, ExtractSettings())


def unit(type_: str, identifier: str) -> CodeUnit:
    found = [one for one in store().units if (one.type, one.identifier) == (type_, identifier)]
    assert len(found) == 1, [one.key for one in store().units if one.identifier == identifier]
    return found[0]


def facts(type_: str, identifier: str, kind: str) -> dict[str, dict]:
    return {fact["name"]: fact for fact in unit(type_, identifier).metadata.get(kind, ())}


def edges(kind: str) -> set[tuple[str, str]]:
    return {(one.source, one.target) for one in store().relations if one.kind == kind}


def edge(source: str, target: str, kind: str) -> Relation:
    return next(one for one in store().relations if (one.source, one.target, one.kind) == (source, target, kind))


@pytest.mark.parametrize(
    ("type_", "identifier", "path"),
    [
        ("model", "Book", "app/models/book.rb"),
        ("model", "Catalogue::Copy", "app/models/catalogue/copy.rb"),
        ("model", "Publishing::House", "app/models/publishing/house.rb"),
        ("concern", "Reviewable", "app/models/concerns/reviewable.rb"),
        ("job", "IndexJob", "app/jobs/index_job.rb"),
        ("job", "Background::Sweep", "app/workers/sweep.rb"),
        ("mailer", "OrderMailer", "app/mailers/order_mailer.rb"),
        ("validator", "VATValidator", "app/validators/vat_validator.rb"),
        ("service", "Stamps::Printer", "app/services/stamps/printer.rb"),
        ("controller", "Admin::BooksController", "app/controllers/admin/books_controller.rb"),
        ("helper", "BooksHelper", "app/helpers/books_helper.rb"),
        ("poro", "Settings", "app/models/settings.rb"),
        ("poro", "Settings::Pair", "app/models/settings.rb"),
        ("rake_task", "import:books", "lib/tasks/import.rake"),
        ("test", "BookTest", "test/models/book_test.rb"),
        ("test", "spec/models/loan_spec.rb: Loan", "spec/models/loan_spec.rb"),
        ("scope", "Book.recent", "app/models/book.rb"),
        ("method", "Book.search", "app/models/book.rb"),
        ("method", "Book#reindex", "app/models/book.rb"),
        ("method", "Reviewable.best_reviewed", "app/models/concerns/reviewable.rb"),
    ],
)
def test_every_class_has_the_type_that_its_ancestors_and_its_place_give_it(type_, identifier, path):
    assert unit(type_, identifier).file_path == path


def test_a_reopened_class_belongs_to_the_file_that_the_autoloader_would_load():
    book = unit("model", "Book")
    assert {span.file_path for span in book.spans} == {
        "app/models/book.rb", "config/initializers/extensions.rb", "lib/tasks/import.rake",
    }  # fmt: skip
    assert book.spans[0].file_path == "app/models/book.rb"
    assert book.docstring.startswith("A book that can be bought.")
    assert book.signature == "class Book < ApplicationRecord"


def test_a_namespace_is_neither_a_unit_nor_a_target():
    assert not [one for one in store().units if one.identifier in ("Catalogue", "Stamps", "Background", "Admin")]


@pytest.mark.parametrize(
    ("name", "macro", "target"),
    [
        ("author", "belongs_to", "Person"),
        ("publisher", "belongs_to", "Publishing::House"),
        ("copies", "has_many", "Catalogue::Copy"),
        ("loans", "has_many", "Loan"),
        ("readers", "has_many", "Customer"),
        ("genres", "has_and_belongs_to_many", "Genre"),
        ("paper_edition", "has_one", "Edition"),
        ("audio_edition", "has_one", "Edition"),
        ("reviews", "has_many", "Review"),
        ("awards", "has_many", "Award"),
        ("spot", "has_one", "Placement"),
        ("neighbours", "has_many", "Book"),
    ],
)
def test_associations_are_found_with_their_class(name, macro, target):
    fact = facts("model", "Book", "associations")[name]
    assert (fact["macro"], fact["target"]) == (macro, target)


def test_a_class_name_is_looked_up_in_the_namespaces_of_the_model_first():
    assert facts("model", "Catalogue::Copy", "associations")["genre"]["target"] == "Catalogue::Genre"


def test_a_fact_says_where_it_is_written_and_how_it_is_known():
    known = facts("model", "Book", "associations")
    author, reviews, spot, awards = (known[name] for name in ("author", "reviews", "spot", "awards"))
    assert (author["file_path"], author["line"], author["certainty"], author["via"]) == (
        "app/models/book.rb",
        11,
        "declared",
        "",
    )
    assert (reviews["file_path"], reviews["via"]) == ("app/models/concerns/reviewable.rb", "concern:Reviewable")
    assert (spot["file_path"], spot["certainty"], spot["via"]) == ("lib/shelving.rb", "expanded", "macro:acts_as_shelved")
    assert awards["file_path"] == "config/initializers/extensions.rb"


def test_a_module_that_is_mixed_in_from_outside_declares_for_the_class():
    fact = facts("model", "Customer", "associations")["points"]
    assert (fact["file_path"], fact["via"]) == ("app/models/concerns/loyal.rb", "decorator")


def test_a_polymorphic_association_knows_who_may_be_behind_it():
    assert facts("model", "Review", "associations")["reviewable"]["targets"] == ["Book"]
    assert edge("model:Review", "model:Book", "belongs_to").certainty == "inferred"


def test_a_subclass_inherits_facts_and_says_so():
    novel = facts("model", "Novel", "associations")
    assert novel["chapters"]["via"] == ""
    assert novel["author"]["via"] == "inherits:Book"
    assert ("model:Novel", "model:Book") in edges("inherits")
    assert ("model:Novel", "model:Person") not in edges("belongs_to")


def test_validations_are_found_by_kind_and_attribute():
    found = {(fact["kind"], fact["name"]) for fact in unit("model", "Book").metadata["validations"]}
    assert found == {
        ("presence", "title"), ("length", "title"), ("uniqueness", "title"), ("uniqueness", "isbn"), ("vat", ""),
        ("presence", "author"), ("presence", "spot_code"),
    }  # fmt: skip


def test_a_validation_of_the_whole_record_has_no_attribute_and_is_declared():
    (vat,) = [fact for fact in unit("model", "Book").metadata["validations"] if fact["kind"] == "vat"]
    assert (vat["name"], vat["certainty"], vat["validator"]) == ("", "declared", "VATValidator")


def test_a_loop_over_a_constant_of_another_file_is_unrolled():
    rules = [fact for fact in unit("model", "Customer").metadata["validations"] if fact["kind"] == "format"]
    assert [fact["name"] for fact in rules] == ["code", "code"]
    assert [fact["options"]["message"] for fact in rules] == [":needs_low", ":needs_high"]


def test_callbacks_are_found_with_event_kind_and_handler():
    found = {
        (fact["kind"], fact["event"], fact.get("method") or next(how for how in ("block", "object") if how in fact))
        for fact in unit("model", "Book").metadata["callbacks"]
    }
    assert found == {
        ("before", "save", "stamp"), ("before", "save", "check_shelf"), ("after", "destroy", "leave_shelf"),
        ("before", "validate", "author_lives"), ("before", "validate", "block"), ("before", "create", "object"),
        ("after", "commit", "reindex"), ("after", "commit", "block"),
    }  # fmt: skip


def test_options_of_a_surrounding_block_hold_for_what_is_in_it():
    stamp = next(fact for fact in unit("model", "Book").metadata["callbacks"] if fact["name"] == "stamp")
    assert (stamp["if"], stamp["on"]) == (":ready?", ":publish")


def test_scopes_include_those_of_enums_concerns_and_loops():
    found = set(facts("model", "Book", "scopes"))
    assert {"recent", "in_paper", "in_audio", "reviewed", "shelved", "listed", "not_listed", "state_draft"} <= found
    assert "shelved" not in facts("model", "Catalogue::Copy", "scopes")


def test_a_gem_macro_adds_what_the_table_says():
    found = {(fact["kind"], fact["name"], fact["via"]) for fact in unit("model", "Customer").metadata["validations"]}
    assert ("confirmation", "password", "gem:activemodel") in found


def test_a_model_knows_its_table_also_through_its_superclass():
    assert [column["name"] for column in unit("model", "Novel").metadata["columns"]][-3:] == ["title", "type", "author_id"]
    assert ("model:Person", "table:people") in edges("stored_in")


def test_filters_run_in_order_and_only_where_they_should():
    chains = unit("controller", "BooksController").metadata["resolved_filters"]
    assert "index" not in chains
    assert chains["show"] == ["before:load_customer", "around:block"]
    assert chains["reserve"] == ["before:load_customer", "before:Guarded::Check"]
    assert unit("controller", "Admin::BooksController").metadata["resolved_filters"]["destroy"] == ["before:load_customer"]


@pytest.mark.parametrize(
    ("source", "kind", "target"),
    [
        ("model:Book", "belongs_to", "model:Person"),
        ("model:Book", "has_many", "model:Catalogue::Copy"),
        ("model:Book", "through", "model:Catalogue::Copy"),
        ("model:Book", "habtm", "model:Genre"),
        ("model:Book", "includes", "concern:Reviewable"),
        ("model:Book", "validates_with", "validator:VATValidator"),
        ("model:Book", "runs", "method:Book#reindex"),
        ("model:Book", "runs", "service:Stamps::Printer"),
        ("model:Person", "prepends", "decorator:PersonPatch"),
        ("model:Book", "enqueues", "job:IndexJob"),
        ("model:Book", "delegates", "method:PersonPatch#name"),
        ("method:Book#helper_call", "delivers", "method:OrderMailer#shipped"),
        ("method:Book#reindex", "calls", "method:Catalogue::Copy.refresh"),
        ("method:Book#reindex", "calls", "method:Book#helper_call"),
        ("method:Book#reindex", "calls", "method:Book.cheapest"),
        ("method:Book.cheapest", "calls", "scope:Book.recent"),
        ("method:BooksController#index", "calls", "scope:Book.recent"),
        ("method:Admin::BooksController#destroy", "calls", "method:Book.search"),
        ("method:BooksController#reserve", "calls", "method:Stamps::Printer#before_create"),
        ("method:IndexJob#perform", "enqueues", "job:Background::Sweep"),
        ("rake_task:import:books", "enqueues", "job:IndexJob"),
        ("method:Discount#best", "calls", "scope:Book.recent"),
        ("method:Discount#best", "calls", "method:Book#reindex"),
        ("method:BooksHelper#heading", "calls", "method:PeopleHelper#byline"),
        ("method:Discount#for", "references", "model:Publishing::House"),
        ("method:Discount#for", "references", "model:Book"),
        ("method:Stamps::Printer#before_create", "calls", "method:Stamps::Printer::Copy#initialize"),
        ("method:BooksController#reserve", "filters_with", "method:ApplicationController#load_customer"),
        ("route:POST /books/:id/reserve", "routes_to", "method:BooksController#reserve"),
        ("route:DELETE /admin/books/:id", "routes_to", "method:Admin::BooksController#destroy"),
        ("test:BookTest", "tests", "model:Book"),
        ("test:spec/models/loan_spec.rb: Loan", "tests", "model:Loan"),
    ],
)
def test_relations_join_the_finest_units(source, kind, target):
    assert (source, target) in edges(kind)


def test_a_call_through_a_query_is_inferred_and_shown_by_its_own_line():
    found = edge("method:Discount#best", "method:Book#reindex", "calls")
    assert (found.certainty, found.line) == ("inferred", 9)


def test_a_class_method_of_a_module_is_not_one_of_the_classes_that_include_it():
    assert ("method:Discount#best", "method:Shelving::Instance.included") not in edges("calls")


def test_a_homonym_in_another_namespace_is_no_target():
    assert ("method:Stamps::Printer#before_create", "model:Catalogue::Copy") not in edges("references")
    assert ("rake_task:import:books", "model:Book") in edges("references")


def test_every_relation_has_a_line_that_shows_it():
    lines = {path: (STORE / path).read_text().split("\n") for path in {one.file_path for one in store().relations}}
    assert all(1 <= one.line <= len(lines[one.file_path]) for one in store().relations)


def test_concerns_are_inlined_with_the_place_they_come_from():
    (concern,) = unit("model", "Book").metadata["inlined"][:1]
    assert (concern["identifier"], concern["file_path"]) == ("Reviewable", "app/models/concerns/reviewable.rb")
    assert concern["source_code"] == (STORE / concern["file_path"]).read_text().rstrip("\n")


def test_unknown_names_are_counted_and_listed():
    assert store().tallies["ruby"]["unexplained"] == len(
        [row for row in store().listed if row["linker"] == "ruby" and row.get("outcome") == "unexplained"]
    )


def test_broken_files_are_read_as_far_as_they_go_and_reported():
    status = {problem.file_path: problem.status for problem in store().problems}
    assert status["app/broken/half.rb"] == "partial"
    assert status["app/broken/forward.rb"] == "repaired"
    assert {"Half", "Whole", "Forward"} <= {one.identifier for one in store().units}
    assert unit("method", "Forward#each").end_line == 4


def test_a_module_that_prepends_itself_declares_for_the_class():
    fact = facts("model", "Person", "associations")["letters"]
    assert (fact["file_path"], fact["line"], fact["via"]) == ("app/overrides/person_patch.rb", 4, "decorator")


def test_the_same_checkout_gives_the_same_result_in_the_same_order():
    again = extract(STORE, ExtractSettings())
    assert (again.units, again.relations) == (store().units, store().relations)


def test_models_without_a_table_are_counted_and_abstract_ones_are_not():
    missing = {row["name"] for row in store().listed if row.get("outcome") == "model_without_table"}
    assert "Loan" in missing
    assert not missing & {"ApplicationRecord", "Book", "Novel", "Person"}
    assert store().tallies["ruby"]["model_without_table"] == len(missing)


def test_mailboxes_are_used_by_the_symbols_that_route_mails_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "app" / "mailboxes"
    folder.mkdir(parents=True)
    (folder / "application_mailbox.rb").write_text(
        "class ApplicationMailbox < ActionMailbox::Base\n"
        "  routing(/^#{Rails.application.shortname}-/i => :story_replies)\n  routing all: :backstop\nend\n"
    )
    for name in ("StoryReplies", "Backstop"):
        (folder / f"{name}_mailbox.rb".lower()).write_text(
            f"class {name}Mailbox < ApplicationMailbox\n  def process = 1\nend\n"
        )
    found = [one for one in extract(tmp_path, ExtractSettings()).relations if one.kind == "routes_to"]
    assert [(one.source, one.target, one.line) for one in found] == [
        ("mailbox:ApplicationMailbox", "mailbox:BackstopMailbox", 3),
        ("mailbox:ApplicationMailbox", "mailbox:StoryRepliesMailbox", 2),
    ]
