"""Names that templates and their scripts write: functions, partials, strings that stand for them."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.extract.rails.views.scripts import scripts_in_template
from core.extract.run import extract
from core.settings import ExtractSettings
from tests.shared import checkout

HELPER = """module NotesHelper
  def tabs
    [{:name => 'a', :partial => 'notes/tabs/one'}, {partial: 'two'}, {partial: 'notes/tabs/none'}]
  end

  def button(options)
    options[:onclick] = 'hideAll();'
    link_to "x", "#", onclick: options[:x] ? "showAll(\\"#{tabs}\\"); other.hideAll()" : "return false"
  end

  def script
    javascript_tag("observe('#{tabs}', 1);" +
      "toggle('x')", nonce: "twice()")
  end
end
"""

ONE = """<p onclick="toggle(this); return false;">hideAll()</p>
<%= javascript_tag do %>
  <% if notes? %>
  function own() {}
  own();
  observe("<%= "a" %>");
  <% end %>
  // hideAll()
  showAll("hideAll()");
<% end %>
<p>twice() <%= tag.p onChange: "window.twice()" %></p>
<script nonce="1">
  once();
</script>
<script type="text/template"> hideAll() </script>
<%= turbo_stream.replace "x", partial: "notes/tabs/two" %><% rows = [{ partial: "notes/tabs/three" }] %>
"""


SHOW = """%a{ onclick: "toggle(this)" }
%a(onchange="observe(1)")
:javascript
  showAll();

  hideAll()
%p once()
"""


FUNCTIONS = "\n".join(f"function {name}() {{}}" for name in ("toggle", "hideAll", "showAll", "observe", "twice", "own", "once"))


def test_strings_name_functions_and_partials(tmp_path: Path):
    root = checkout(
        tmp_path,
        **{
            "app/helpers/notes_helper.rb": HELPER,
            "app/views/notes/tabs/_one.html.erb": ONE,
            "app/views/notes/tabs/_two.html.erb": "",
            "app/views/notes/tabs/_three.html.erb": "",
            "app/views/notes/show.html.haml": SHOW,
            "app/views/notes/update.js.erb": "<% if @note %>\nonce();\n<% end %>",
            "config/initializers/tabs.rb": "Tabs.add(:a, partial: 'notes/tabs/two')\n",
            "app/assets/javascripts/a.js": FUNCTIONS,
            "app/assets/javascripts/b.js": "function twice() {}",
        },
    )
    found = extract(root, ExtractSettings())
    shown = {(one.source, one.kind, one.target.rpartition(":")[2], one.line) for one in found.relations if one.via == "string"}
    assert {one.certainty for one in found.relations if one.via == "string"} == {"inferred"}
    assert shown == {
        ("method:NotesHelper#tabs", "renders", "notes/tabs/_one", 3),
        ("method:NotesHelper#button", "calls", "hideAll", 7),
        ("method:NotesHelper#button", "calls", "showAll", 8),
        ("method:NotesHelper#script", "calls", "observe", 12),
        ("method:NotesHelper#script", "calls", "toggle", 13),
        ("view_template:notes/tabs/_one", "calls", "toggle", 1),
        ("view_template:notes/tabs/_one", "calls", "observe", 6),
        ("view_template:notes/tabs/_one", "calls", "showAll", 9),
        ("view_template:notes/tabs/_one", "calls", "once", 13),
        ("view_template:notes/tabs/_one", "renders", "notes/tabs/_three", 16),
        ("view_template:notes/show", "calls", "toggle", 1),
        ("view_template:notes/show", "calls", "observe", 2),
        ("view_template:notes/show", "calls", "showAll", 4),
        ("view_template:notes/show", "calls", "hideAll", 6),
        ("view_template:notes/update", "calls", "once", 2),
        ("file:config/initializers/tabs.rb", "renders", "notes/tabs/_two", 1),
    }


PIECES = (
    '<p onclick="',
    '"',
    "'",
    "show(1);",
    "hide(\n2)",
    "<%= x\n y %>",
    "<%",
    "%>",
    "\n",
    "  ",
    "<script>",
    "</script>",
    "#{a}",
    "é",
    "<%= javascript_tag do %>",
    "<% end %>",
    "<% if a %>",
    ":javascript\n",
    "function show() {",
    "}",
    "// ",
    "`${",
    "window.go()",
)


@given(
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
    st.sampled_from(["html.erb", "html.haml", "html.slim", "js.erb"]),
)
@example("é#{a}show(1);", "js.erb")
@example("<%= a %>show(1);", "js.erb")
def test_a_function_that_a_script_calls_stands_in_its_line(text: str, ending: str):
    lines = text.split("\n")
    for use in scripts_in_template(f"app/views/a/b.{ending}", text):
        assert use["name"] in lines[use["line"] - 1]


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("été(1)", ["été"]),
        ("window.été(größe())", ["größe", "été"]),
        ("показать(1)", ["показать"]),
        ("<%= prefix %>show(1)", []),
        ("show<%= suffix %>(1)", []),
        ("show_<%= a %>_all(1); hide(<%= b %>)", ["hide"]),
        ("<% if a %>show();<% else %>hide();<% end %>", ["hide", "show"]),
    ],
)
def test_names_of_functions_are_whole(code: str, names: list[str]):
    assert sorted(use["name"] for use in scripts_in_template("app/views/a/b.js.erb", code)) == names
