"""Templates of every kind: the Ruby in them, what it uses, and the relations that come of it."""

from pathlib import Path

import pytest

from core.extract.facts import SourceFile, from_json, to_json
from core.extract.rails.views.link import link_views
from core.extract.rails.views.lookup import Lookup
from core.extract.rails.views.names import identifiers, template_of, view_roots
from core.extract.rails.views.reader import read, ruby_of
from core.extract.rails.views.uses import uses_of
from core.extract.read import read_file
from core.extract.repository import Repository
from core.extract.run import extract
from core.model import Relation
from core.settings import ExtractSettings
from tests.shared import checkout


def uses(path: str, text: str, kind: str) -> list[tuple[str, int]]:
    return [(use["name"], use["line"]) for use in uses_of(ruby_of(path, text)) if use["kind"] == kind]


ERB = """<%# render "never" %>
<h1><%= t(".title") %></h1>
<% @issues.each do |issue| %>
  <%= link_to issue.subject, issue_path(issue) %><% if allowed? %><%= render "row", issue: issue %><% end %>
<% end %>
<%= render partial: "shared/pager", collection: @pages,
           layout: "box" %>
<%= render Ui::CardComponent.new(title: Setting.title) %>
<%= render @issue.comments %>
<%= link_to "x", controller: "wiki", action: "show" %>
"""

HAML = """-# render "never"
%h1= t(".title")
- @issues.each do |issue|
  %li.row{ data: { url: issue_path(issue) },
           id: dom_id(issue) }
    = render "row", issue: issue
  - if allowed?
    = render partial: "shared/pager"
  - else
    %p Hello #{user_name(issue)}
:javascript
  render("not ruby");
  var a = "#{root_path}";
%a(href=about_path class="b")= link_text
= render Ui::CardComponent.new(title: Setting.title)
"""

SLIM = """/ render "never"
h1 = t(".title")
- @issues.each do |issue|
  a.link href=issue_path(issue) class="x #{css_of(issue)}" = render "row", issue: issue
  - if allowed?
    == render partial: "shared/pager"
  - else
    | Hello #{user_name(issue)}
javascript:
  render("not ruby");
li: a href=about_path Text
= render Ui::CardComponent.new(title: Setting.title)
"""


def test_erb_is_read_with_every_line_in_its_place():
    assert uses("a.html.erb", ERB, "partial") == [("row", 4), ("shared/pager", 6)]
    assert uses("a.html.erb", ERB, "layout") == [("box", 6)]
    assert uses("a.html.erb", ERB, "component") == [("Ui::CardComponent", 8)]
    assert uses("a.html.erb", ERB, "object") == [("@issue.comments", 9)]
    assert uses("a.html.erb", ERB, "link") == [("issue", 4)]
    assert uses("a.html.erb", ERB, "action") == [("wiki#show", 10)]
    assert uses("a.html.erb", ERB, "key") == [(".title", 2)]
    assert uses("a.html.erb", ERB, "variable") == [("@issues", 3), ("@pages", 6), ("@issue", 9)]
    assert ("allowed?", 4) in uses("a.html.erb", ERB, "call")
    assert ("Setting", 8) in uses("a.html.erb", ERB, "constant")


@pytest.mark.parametrize(("path", "text", "last"), [("a.html.haml", HAML, 15), ("a.html.slim", SLIM, 12)], ids=["haml", "slim"])
def test_indented_templates_are_read_as_erb_is(path: str, text: str, last: int):
    assert [name for name, _ in uses(path, text, "partial")] == ["row", "shared/pager"]
    assert uses(path, text, "component") == [("Ui::CardComponent", last)]
    assert uses(path, text, "key") == [(".title", 2)]
    assert [name for name, _ in uses(path, text, "link")][:1] == ["issue"]
    assert "about" in [name for name, _ in uses(path, text, "link")]
    assert {"allowed?", "user_name"} <= {name for name, _ in uses(path, text, "call")}
    assert "never" not in ruby_of(path, text)


def test_haml_attributes_over_several_lines_and_filters_keep_line_numbers():
    assert uses("a.haml", HAML, "link") == [("issue", 4), ("root", 13), ("about", 14)]
    assert ("dom_id", 5) in uses("a.haml", HAML, "call")
    assert ("link_text", 14) in uses("a.haml", HAML, "call")


def test_templates_in_ruby_name_their_partials():
    text = "json.array! @issues, partial: 'issues/issue', as: :issue\njson.partial! 'shared/meta', page: 1\n"
    assert uses("index.json.jbuilder", text, "partial") == [("issues/issue", 1), ("shared/meta", 2)]


def test_any_call_with_a_partial_renders_it():
    text = '<%= turbo_stream.replace "list", partial: "issues/list", locals: { a: 1 } %>'
    assert uses("a.turbo_stream.erb", text, "partial") == [("issues/list", 1)]


def test_reading_is_kept_as_json():
    file = SourceFile("app/views/a/b.html.erb", "erb", ERB, "1")
    facts = read(file)
    assert from_json(to_json(facts)) == facts
    assert [use["name"] for use in facts.extra["uses"] if use["kind"] == "partial"] == ["row", "shared/pager"]


def test_a_template_is_called_as_render_calls_it_and_by_its_format_only_where_needed():
    paths = [
        "app/views/issues/show.html.erb",
        "app/views/issues/show.text.erb",
        "app/views/issues/_form.html.haml",
        "engines/blog/app/views/issues/show.html.erb",
        "app/components/card_component.html.erb",
        "lib/generators/x/templates/a.html.erb",
        "config/database.yml.erb",
    ]
    templates = [template for path in paths if (template := template_of(path))]
    assert dict(identifiers(templates)) == {
        paths[0]: "issues/show",
        paths[1]: "issues/show.text",
        paths[2]: "issues/_form",
        paths[3]: "issues/show.html",
        paths[4]: "card_component",
    }


def test_folders_of_views_that_are_configured_are_roots_too():
    repository = Repository(Path(), (), {"app/mailers/a.rb": 'append_view_path Rails.root.join("app/views/mailers")'})
    roots = view_roots(repository)
    assert roots == ("app/views/mailers/",)
    template = template_of("app/views/mailers/note/new.html.erb", roots)
    assert template is not None
    assert (template.path, template.is_sidecar) == ("note/new", False)


CONTROLLER = """class IssuesController < ApplicationController
  layout "wide"
  def index; end
  def create
    render :new
  end
  def fail
    render "shared/error", status: 500
  end
end
"""


def linked() -> list[Relation]:
    texts = {
        "app/views/issues/index.html.erb": ERB,
        "app/views/issues/_row.html.erb": "<%= badge(issue) %>",
        "app/views/issues/new.html.erb": "",
        "app/views/shared/_pager.html.erb": "",
        "app/views/shared/error.html.erb": "",
        "app/views/comments/_comment.html.erb": "",
        "app/views/layouts/wide.html.erb": "",
        "app/controllers/issues_controller.rb": CONTROLLER,
    }
    files = tuple(
        read_file(SourceFile(path, "ruby" if path.endswith(".rb") else "erb", text, "")) for path, text in sorted(texts.items())
    )
    known = {"IssuesController#index", "IssuesController#create", "IssuesController#fail", "WikiController#show"}
    lookup = Lookup(
        constant=lambda name: f"class:{name}" if name in ("Ui::CardComponent", "IssuesController") else None,
        member=lambda name, method: f"method:{name}#{method}" if f"{name}#{method}" in known else None,
        helper=lambda name: "method:BadgeHelper#badge" if name == "badge" else None,
        route=lambda name: "route:GET /issues/:id" if name == "issue" else None,
    )
    return list(link_views(Repository(Path(), files, texts), lookup).relations)


def test_views_actions_routes_and_components_are_linked_with_their_lines():
    found = {(one.source, one.target, one.kind, one.line, one.certainty) for one in linked()}
    index = "view_template:issues/index"
    assert found >= {
        (index, "view_template:issues/_row", "renders", 4, "declared"),
        (index, "view_template:shared/_pager", "renders", 6, "declared"),
        (index, "class:Ui::CardComponent", "renders", 8, "declared"),
        (index, "view_template:comments/_comment", "renders", 9, "inferred"),
        (index, "route:GET /issues/:id", "links_to", 4, "declared"),
        (index, "method:WikiController#show", "links_to", 10, "declared"),
        ("view_template:issues/_row", "method:BadgeHelper#badge", "calls", 1, "declared"),
        ("method:IssuesController#index", index, "renders", 1, "inferred"),
        ("method:IssuesController#create", "view_template:issues/new", "renders", 5, "declared"),
        ("method:IssuesController#fail", "view_template:shared/error", "renders", 8, "declared"),
        ("class:IssuesController", "view_template:layouts/wide", "renders", 2, "declared"),
    }


def test_links_to_routes_of_rails_itself_lead_out_of_the_checkout(tmp_path: Path):
    page = (
        "<%= rails_blob_path(@a) %><%= rails_storage_proxy_url(@b) %>\n<%= rails_info_routes_path %><%= rails_unknown_path %>"
    )
    root = checkout(
        tmp_path,
        **{"config/routes.rb": "Rails.application.routes.draw do\nend\n", "app/views/a/b.html.erb": page},
    )
    found = extract(root, ExtractSettings())
    tally = found.tallies["ruby"]
    assert (tally["views_link_external"], tally["views_link_unresolved"]) == (3, 1)
    (unit,) = [unit for unit in found.units if unit.type == "view_template"]
    assert {link["name"]: link["via"] for link in unit.metadata["links"]} == {
        "rails_blob": "gem:activestorage", "rails_storage_proxy": "gem:activestorage", "rails_info_routes": "gem:railties",
        "rails_unknown": "",
    }  # fmt: skip


@pytest.mark.parametrize("handler", ["rsb", "ruby", "jbuilder", "builder", "rabl", "arb", "axlsx", "prawn", "props", "rjs"])
def test_templates_that_are_plain_ruby_are_views(tmp_path: Path, handler: str):
    controller = "class NotesController < ApplicationController\n  def show\n  end\nend\n"
    root = checkout(
        tmp_path,
        **{
            "app/controllers/notes_controller.rb": controller,
            f"app/views/notes/show.api.{handler}": 'render partial: "notes/line"\napi.note title',
            f"app/views/notes/_line.api.{handler}": "api.line 1",
        },
    )
    found = extract(root, ExtractSettings())
    shown = ("view_template:notes/show", "view_template:notes/_line", "renders")
    by_convention = ("method:NotesController#show", "view_template:notes/show", "renders")
    assert {shown, by_convention} <= {(one.source, one.target, one.kind) for one in found.relations}


def test_values_that_are_handed_to_templates_and_helpers_of_rails_are_no_routes(tmp_path: Path):
    root = checkout(
        tmp_path,
        **{
            "config/routes.rb": "Rails.application.routes.draw do\nend\n",
            "app/controllers/a_controller.rb": "class AController\n  def b = render(partial: 'a/d', locals: {up_url: 1})\nend",
            "app/views/a/b.html.erb": "<%= render 'a/c', back_url: 1, action: 'edit' %><%= polymorphic_path(@a) %>",
            "app/views/a/_c.html.erb": "<%= back_url %><% for page_url in @urls %><%= page_url %><% end %>",
            "app/views/a/_d.html.erb": "<%= up_url %><%= image_pack_path('x') %>",
        },
    )
    tally = extract(root, ExtractSettings()).tallies["ruby"]
    assert {name: count for name, count in tally.items() if name.startswith("views_")} == {"views_partial_resolved": 2}


def test_the_template_of_a_component_calls_its_methods_those_it_inherits_too_before_helpers(tmp_path: Path):
    root = checkout(
        tmp_path,
        **{
            "app/helpers/badge_helper.rb": "module BadgeHelper\n  def label = 1\n  def badge = 2\nend\n",
            "app/components/base_component.rb": "class BaseComponent < ViewComponent::Base\n  def tone = 1\nend\n",
            "app/components/card_component.rb": "class CardComponent < BaseComponent\n  private\n  def label = 3\nend\n",
            "app/components/card_component.html.erb": "<p class='<%= tone %>'><%= label %></p>\n<%= badge %>\n",
            "app/views/cards/index.html.erb": "<%= label %>",
        },
    )
    found = extract(root, ExtractSettings()).relations
    calls = {(one.source.partition(":")[2], one.target.partition(":")[2], one.line) for one in found if one.kind == "calls"}
    assert calls == {
        ("card_component", "BaseComponent#tone", 1),
        ("card_component", "CardComponent#label", 1),
        ("card_component", "BadgeHelper#badge", 2),
        ("cards/index", "BadgeHelper#label", 1),
    }
    assert ("view_component:CardComponent", "view_template:card_component") in {
        (one.source, one.target) for one in found if one.kind == "renders"
    }
