from hypothesis import given
from hypothesis import strategies as st

from core.extract.facts import SourceFile, from_json, to_json
from core.extract.manifests import read as read_manifest
from core.extract.markdown import read


def sections(text):
    facts = read(SourceFile("a.md", "markdown", text, ""))
    return [(one.qualified, one.start_line, one.end_line) for one in facts.definitions]


def manifest(path, language, text):
    return read_manifest(SourceFile(path, language, text, ""))


def test_headers_in_fences_comments_and_front_matter_are_no_sections():
    text = "---\n# no\n---\n# Yes\n````\n```\n# no\n```\n````\n<!--\n# no\n-->\n~~~ruby\n# no\n~~~\n## Also\n"
    assert sections(text) == [("Yes", 4, 16), ("Yes > Also", 16, 16)]


def test_both_styles_of_headers_nest_by_level_even_when_one_is_left_out():
    assert sections("Top\n===\ntext\n\n#### Deep\n\nLow\n---\n") == [("Top", 1, 8), ("Top > Deep", 5, 6), ("Top > Low", 7, 8)]


def test_a_rule_and_a_list_are_no_headers():
    assert sections("- a\n---\n\n---\n\n#hash\n") == []


def test_markup_in_a_header_is_not_part_of_its_name():
    assert sections("## The `add` [method](a.md) ##\n") == [("The add method", 1, 1)]


@given(st.text(alphabet="#-=` \nab<!>", max_size=200))
def test_sections_lie_inside_the_file_and_inside_their_parents(text):
    facts = read(SourceFile("a.md", "markdown", text, ""))
    for one in facts.definitions:
        assert 1 <= one.start_line <= one.end_line <= facts.lines
        if one.parent >= 0:
            outer = facts.definitions[one.parent]
            assert outer.start_line <= one.start_line
            assert one.end_line <= outer.end_line
    assert from_json(to_json(facts)) == facts


def test_manifests_say_name_description_and_needs():
    gemspec = (
        'Gem::Specification.new do |s|\n  s.name = "shop"\n  s.summary = "Sells"\n  s.add_dependency "rails", ">= 7"\nend\n'
    )
    assert manifest("shop.gemspec", "bundler", gemspec).extra["manifest"] == {
        "name": "shop", "description": "Sells", "dependencies": ["rails"], "local": {},
    }  # fmt: skip
    gemfile = 'source "https://rubygems.org"\ngem "rails", "~> 7.0"\ngem "core", path: "engines/core"\n'
    assert manifest("Gemfile", "bundler", gemfile).extra["manifest"]["local"] == {"core": "engines/core"}
    lock = "GEM\n  specs:\n    rails (7.0.1)\n      rack (>= 2)\n\nDEPENDENCIES\n  rails\n"
    assert manifest("Gemfile.lock", "bundler", lock).extra["manifest"] == {"versions": {"rails": "7.0.1"}}
    cfg = "[metadata]\nname = shop\n[options]\ninstall_requires =\n    flask>=2\n"
    assert manifest("setup.cfg", "pip", cfg).extra["manifest"]["dependencies"] == ["flask"]
    required = "# x\nflask==2\njinja2[i18n]==3.1.* ; python_version > '3'\nredis[hiredis] == 5.0.1  # pinned\n-r other.txt\n"
    assert manifest("requirements.txt", "pip", required).extra["manifest"] == {
        "dependencies": ["flask", "jinja2", "redis"], "local": {}, "versions": {"flask": "2", "redis": "5.0.1"},
    }  # fmt: skip


def test_groups_of_dependencies_are_needs_too():
    groups = """
        [dependency-groups]
        main = ["Django==5.2.16", "celery[redis]>=5"]
        dev = [{include-group = "main"}, "pytest"]
        [tool.poetry.dependencies]
        python = "^3.11"
        flask = "^3"
        [tool.poetry.group.docs.dependencies]
        mkdocs = "*"
        shop = {path = "../shop"}
        [tool.poetry.dev-dependencies]
        black = "*"
    """
    assert manifest("pyproject.toml", "pip", groups).extra["manifest"] == {
        "dependencies": ["Django", "black", "celery", "flask", "mkdocs", "pytest", "shop"], "local": {"shop": "../shop"},
        "versions": {"Django": "5.2.16"},
    }  # fmt: skip


def test_packages_of_php_need_packages_and_no_extensions():
    needed = '"require": {"php": "^8.2", "ext-intl": "*", "laravel/framework": "^11"}, "require-dev": {"a/b": "1"}'
    text = f'{{"name": "acme/shop", {needed}}}'
    assert manifest("composer.json", "composer", text).extra["manifest"] == {
        "name": "acme/shop", "dependencies": ["a/b", "laravel/framework"], "local": {},
    }  # fmt: skip
    assert manifest("composer.json", "composer", "[]").problems == ()


def test_a_broken_manifest_is_told_with_its_reason():
    facts = manifest("package.json", "npm", '{"name": ')
    assert [(one.status, one.line) for one in facts.problems] == [("partial", 1)]
    assert manifest("Cargo.toml", "cargo", "[package\n").problems[0].status == "partial"
    assert manifest("package.json", "npm", "[]").problems == ()
