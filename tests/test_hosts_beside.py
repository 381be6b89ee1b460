"""Methods that stand beside their type, as those of Rust and Go do, are told with it and shown with their own lines."""

from __future__ import annotations

import pytest

from core.workbench import Workbench
from tests.asked_index import asked_index

_LIB = """mod far;

pub trait Weighed {
    fn grams(&self) -> u32;
}

impl Weighed for Parcel {
    fn grams(&self) -> u32 {
        let parcel_grams = self.grams;
        parcel_grams + 1
    }
}

pub struct Parcel {
    pub grams: u32,
}

impl Parcel {
    pub fn postage(&self) -> u32 {
        let parcel_postage = self.grams * 3;
        parcel_postage
    }
}
"""
_FAR = """impl std::fmt::Display for crate::Parcel {
    fn fmt(&self) -> u32 {
        let parcel_shown = 1;
        parcel_shown
    }
}
"""
_VAN = """package van

func (v *Van) Leave() int {
\tvan := v.wheels
\treturn van + 1
}

type Van struct {
\twheels int
}
"""
_FILES = {
    "Cargo.toml": '[package]\nname = "post"\n',
    "src/lib.rs": _LIB,
    "src/far.rs": _FAR,
    "go.mod": "module van\n\ngo 1.22\n",
    "van.go": _VAN,
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return asked_index(tmp_path_factory, "hosts_beside", "post", _FILES)


@pytest.mark.parametrize(
    ("method", "host"),
    [
        ("method:post::Parcel::postage", "struct:post::Parcel"),
        ("method:post::Parcel::grams", "struct:post::Parcel"),
        ("method:post::Parcel::fmt", "impl:post::far::impl std::fmt::Display for crate::Parcel"),  # the type is in another file
        ("method:van.Van.Leave", "struct:van.Van"),
    ],
)
def test_the_host_of_a_method_is_its_type_where_that_is_in_the_same_file(bench: Workbench, method: str, host: str) -> None:
    index = bench.stores.index
    assert index.keys[index.hosts[index.position[method]]] == host


def test_an_implementation_is_part_of_its_type(bench: Workbench) -> None:
    assert bench.heads["impl:post::impl Weighed for Parcel"].parent == "struct:post::Parcel"


def test_their_own_lines_are_shown_under_one_heading(bench: Workbench) -> None:
    run = bench.ask("how is the postage of a Parcel computed from its grams?", budget=1500)
    lines = _FILES["src/lib.rs"].splitlines()
    postage = next(place for place, line in enumerate(lines, 1) if "fn postage" in line)
    shown = {
        line for source in run.context.sources if source.file_path == "src/lib.rs"
        for first, last in source.ranges for line in range(first, last + 1)
    }  # fmt: skip
    assert set(range(postage, postage + 4)) <= shown
    assert "let parcel_postage = self.grams * 3;" in run.context.text
    assert run.context.text.count("struct post::Parcel") == 1
