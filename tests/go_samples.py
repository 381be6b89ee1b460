"""Small modules of Go, linked."""

import hashlib
from pathlib import Path

from core.extract.facts import SourceFile
from core.extract.link import link_all
from core.extract.read import read_file
from core.extract.repository import Repository
from core.languages import is_test_path, language_of

MODULE = {"go.mod": "module m.io/x\n"}


def linked(files):
    sources = [
        SourceFile(
            path, language_of(path), text, hashlib.sha256(text.encode()).hexdigest(), is_test_path(path, language_of(path))
        )
        for path, text in sorted(files.items())
    ]
    texts = {file.path: file.text for file in sources}
    return link_all(Repository(Path(), tuple(read_file(file) for file in sources), texts))


def edges(files, *kinds):
    found = linked(MODULE | files)
    return {
        (one.source.partition(":")[2].removeprefix("m.io/x"), one.kind, one.target.partition(":")[2].removeprefix("m.io/x"))
        for one in found.relations
        if not kinds or one.kind in kinds
    }


def calls(body, rest=""):
    text = "package x\n\ntype T struct{ next *T; list []T; by map[string]*T; in chan T; f func() T; any struct{ t T } }\n\n"
    text += "func (t T) M() T { return t }\nfunc New() (*T, error) { return nil, nil }\nfunc Two() (int, T) { return 0, T{} }\n"
    found = edges({"x.go": f"{text}func user(p *T, ps ...T) {{\n{body}\n}}\n{rest}"}, "calls")
    return {target for source, _, target in found if source == ".user"}
