"""What the pages show is HTML that the core writes: whatever a checkout holds, it stays text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from core.model import CodeUnit, Span, UnitHead
from core.model.run import Context, Plan, Ranked, SearchRun, Section, Source
from core.open_index.finding import find_units
from core.present.answer.conversation import questions_before
from core.present.answer.hit_list import hit_list, understanding
from core.present.answer.stages import token_bar, waterfall
from core.present.export.snippets import evaluation_snippet, question_snippet
from core.present.html.code_pane import Excerpt, Mark, code_pane, highlighted, line_id, parse_lines
from core.present.html.elements import Markup, el, joined
from core.present.html.links import editor_url, page_url, unit_url
from core.present.html.tables import breakable
from core.present.unit.excerpts import picked_unit, unit_excerpts
from core.present.unit.sheet import relation_list

HOSTILE = '</script><img src=x onerror="alert(1)"> & \' <svg/onload=alert(1)>'


class Tags(HTMLParser):
    """Collects the tags and attributes of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def head(identifier: str = "Order", **changes: object) -> UnitHead:
    values = {
        "type": "model", "identifier": identifier, "name": identifier.rpartition("::")[2], "namespace": "", "language": "ruby",
        "file_path": "app/models/order.rb", "start_line": 1, "end_line": 9, "signature": "", "parent": "", "is_test": False,
        "origin": "static", **changes,
    }  # fmt: skip
    return UnitHead(**values)  # type: ignore[arg-type]


def run_of(*keys: str) -> SearchRun:
    ranked = tuple(
        Ranked(key, 1 / place, place, {"name": 1.0}, {"name": 1 / place}, ("keyword",)) for place, key in enumerate(keys, 1)
    )
    sources = tuple(Source(key, "a.rb", 1, 9, "primary", "whole", 100, False) for key in keys[:1])
    context = Context("text", 120, 500, (Section("primary", 400, 100),), sources)
    return SearchRun("q", Plan("q", "locate", "focused"), (), (), ranked, context, (), heads={key: head(key) for key in keys})


@given(st.text())
def test_text_and_attributes_never_become_markup(text: str) -> None:
    parsed = Tags(el("p", text, title=text, data_go=True))
    assert parsed.tags == ["p"]
    assert ("data-go", "") in parsed.attributes
    assert [name for name, _ in parsed.attributes] == ["title", "data-go"]


def test_markup_is_not_escaped_twice_and_none_is_left_out() -> None:
    assert el("b", el("i", "a<b"), None, 3, class_=None, hidden=False) == "<b><i>a&lt;b</i>3</b>"
    assert isinstance(joined("a", Markup("<br>")), Markup)


@given(
    st.text(alphabet=st.characters(blacklist_characters="\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\ufeff")),
    st.sampled_from(["ruby", "python", "erb", "", "nonsense"]),
)
def test_highlighted_lines_hold_exactly_the_text_of_the_lines(text: str, language: str) -> None:
    shown = [Tags(line).text for line in highlighted(text, language)]
    wanted = text.split("\n")
    assert shown == (wanted[:-1] if len(wanted) > 1 and not wanted[-1] else wanted)


def test_code_is_text_whatever_it_says() -> None:
    pane = code_pane([Excerpt(f"{HOSTILE}.rb", 1, f"x = '{HOSTILE}'\n{HOSTILE}", "ruby")], name="p")
    assert not {"script", "img", "svg"} & set(Tags(pane).tags)


def test_lines_are_numbered_from_the_first_line_and_marked() -> None:
    pane = code_pane([Excerpt("a.rb", 40, "one\ntwo\nthree", "ruby", (Mark(41, 42, "hit", "because"),))], name="p")
    numbers = re.findall(r'data-line="(\d+)"', pane)
    assert numbers == ["40", "41", "42"]
    assert re.findall(r'id="(p-0-\d+)" class="l hit" title="because"', pane) == [line_id("p", 41), line_id("p", 42)]


def test_lines_of_an_address_are_one_line_or_a_range_in_order() -> None:
    assert [parse_lines(text) for text in ("7", "7-9", "9-7", "", "x", "7-x", "-3")] == [
        (7, 7), (7, 9), (7, 9), (0, 0), (0, 0), (0, 0), (0, 0),
    ]  # fmt: skip


def test_a_unit_of_several_places_is_shown_in_all_of_them() -> None:
    unit = CodeUnit(
        "class", "A", "A", file_path="a.rb", start_line=2, end_line=2, source_code="class A; end", language="ruby",
        spans=(Span("a.rb", 2, 2), Span("b.rb", 1, 1)),
    )  # fmt: skip
    files = {"a.rb": "# first\nclass A; end\n", "b.rb": "class A; def b; end; end\n"}
    shown = unit_excerpts(unit, files, (), "/r", "vscode")
    assert [(one.file_path, one.first_line, one.text) for one in shown] == [
        ("a.rb", 2, "class A; end"), ("b.rb", 1, "class A; def b; end; end"),
    ]  # fmt: skip
    assert unit_excerpts(unit, {}, (), "/r", "none")[0].text == "class A; end"


def test_addresses_carry_what_they_name_and_nothing_empty() -> None:
    assert page_url("search", index="", q="a b&c") == "/search?q=a+b%26c"
    assert page_url("home", index="shop") == "/?index=shop"
    assert unit_url("model:Order", "shop", 7) == "/code?index=shop&unit=model%3AOrder&line=7"


def test_an_editor_opens_the_line_and_an_unknown_one_gives_no_link() -> None:
    assert editor_url("vscode", "/home/a b", "x y.rb", 7) == "vscode://file/home/a%20b/x%20y.rb:7"
    assert editor_url("vscode", "C:\\shop", "a.rb", 0) == "vscode://file/C:/shop/a.rb:1"
    assert editor_url("rubymine", "/shop", "a.rb", 3) == "rubymine://open?file=/shop/a.rb&line=3"
    assert editor_url("ed", "/shop", "a.rb", 3) == ""


def test_letters_find_names_before_paths_and_code_before_files() -> None:
    heads = [
        head("app/models/order.rb", type="file", name="order.rb"), head("OrdersController", type="controller"),
        head("Order"), head("Shop::Order", name="Order"), head("OrderTest", is_test=True), head("Cart"),
    ]  # fmt: skip
    found = [one.identifier for one in find_units("order", heads)]
    assert found[:2] == ["Order", "Shop::Order"]
    assert found.index("OrdersController") < found.index("Cart")  # only its path holds the letters
    assert found[-1] == "OrderTest"
    assert [one.identifier for one in find_units("OrCo", heads)] == ["OrdersController"]
    assert find_units("  ", heads) == []


def test_the_hits_are_links_that_choose_and_say_what_went_into_the_context() -> None:
    html = hit_list(run_of("model:A", f"model:{HOSTILE}"), "model:A")
    parsed = Tags(html)
    assert parsed.tags.count("a") == 2
    assert parsed.tags.count("img") == 0
    assert ("data-set", "pick=model:A") in parsed.attributes
    assert "primary · 100" in parsed.text
    assert "not in the context" in parsed.text


def test_the_pick_of_the_address_is_kept_only_if_it_was_ranked() -> None:
    run = run_of("model:A", "model:B")
    assert picked_unit(run, "model:B") == "model:B"
    assert picked_unit(run, "model:Gone") == "model:A"
    assert picked_unit(run_of(), "model:A") == ""


def test_a_run_without_anything_is_shown_without_an_error() -> None:
    empty = SearchRun("q", Plan("q", "locate", "focused"), (), (), (), Context("", 0, 0), ())
    assert "locate" in understanding(empty)
    assert "0 of 0 tokens" in token_bar(empty.context)
    assert "<table" in waterfall(empty.trace)


def test_the_token_bar_accounts_for_every_token() -> None:
    text = Tags(token_bar(run_of("model:A").context)).text
    assert "primary 100 of 400" in text
    assert "headings and places 20" in text
    assert "380 free" in text


def test_of_very_many_relations_of_a_kind_the_list_has_one_page_in_sight_and_counts_the_rest():
    row = {
        "kind": "calls",
        "file_path": "a.rb",
        "line": 1,
        "certainty": "declared",
        "is_test": False,
        "via": "",
        "text": "B.c",
        "distance": 1,
    }
    html = relation_list([{**row, "unit": f"class:Unit{number}"} for number in range(3000)])
    assert html.count("<li") == 2000
    assert html.partition("<template>")[0].count("<li") == 50
    assert ">3000<" in html
    assert "… and 1,000 more places" in html


def test_lines_that_follow_later_are_the_same_lines_and_cannot_leave_their_text():
    text = "\n".join(["a = 1", "puts '</script><!--<script>'"] * 400)
    whole = code_pane([Excerpt("a.rb", 1, text, "ruby")], name="code")
    later = code_pane([Excerpt("a.rb", 1, text, "ruby")], name="code", later=True)
    assert later.count("</script>") == 6
    assert later.count('class="l"') == whole.count('class="l"') == 800
    assert later.replace('<script type="text/html" data-lines="">', "").replace("</script>", "") == whole


def test_earlier_questions_lead_back_each_with_those_before_it() -> None:
    parsed = Tags(questions_before(["What is Order?", HOSTILE], "Who calls it?", "shop"))
    targets = [value for name, value in parsed.attributes if name == "href"]
    assert targets[0] == page_url("search", index="shop", q="What is Order?")
    assert targets[1] == page_url("search", index="shop", q=HOSTILE, after=["What is Order?"])
    assert targets[2] == page_url("search", index="shop", q="Who calls it?")
    assert not {"script", "img"} & set(parsed.tags)


def test_the_python_of_a_follow_up_asks_what_came_before() -> None:
    text = question_snippet("shop", "Who calls it?", {"budget": 500}, ["What is Order?", "And Basket?"])
    assert "run = wb.ask('Who calls it?', budget=500, after=['What is Order?', 'And Basket?'])" in text
    compile(text, "snippet", "exec")
    compile(evaluation_snippet("shop", "a.json", ["file"], {"rank.table": "0"}), "snippet", "exec")


def test_a_name_goes_on_in_the_next_line_after_separators_and_a_long_one_after_underscores() -> None:
    assert breakable("Order#pay_now") == "Order#<wbr>pay_now"
    assert breakable("Schedule#current_or_next_order_cycle").endswith("#<wbr>current_<wbr>or_<wbr>next_<wbr>order_<wbr>cycle")
    assert breakable("app/<b>.rb") == "app/<wbr>&lt;b&gt;.<wbr>rb"
