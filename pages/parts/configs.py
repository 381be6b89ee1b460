"""The configuration that the address names: other values of settings, which hold on every page that asks."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.errors import SettingsError
from core.present.html.elements import Markup, el, joined
from core.present.html.links import page_url
from core.workbench import Workbench
from core.workbench.configurations import (
    Configuration,
    configurations,
    forget_configuration,
    keep_configuration,
    parsed,
    written,
)
from pages.parts.panel import panel


def in_force() -> dict[str, str]:
    """Return the settings that the address changes, by dotted name; raises `SettingsError` for what is no setting."""
    return parsed(st.query_params.get("set", ""))


def put(changes: Mapping[str, object]) -> None:
    """Write changes into the address, from where they hold everywhere; no changes are left out."""
    if changes:
        st.query_params["set"] = written(changes)
    elif "set" in st.query_params:
        del st.query_params["set"]


def named(bench: Workbench) -> Configuration | None:
    """Return the configuration of the address, with its name when it is kept under one; None for the usual settings."""
    changes = in_force()
    if not changes:
        return None
    return next((one for one in configurations(bench) if dict(one.changes) == changes), Configuration("", changes))


def told(bench: Workbench) -> None:
    """Say which configuration is in force, with links that change it and that take it back."""
    chosen = named(bench)
    if chosen is None:
        return
    said = f"Configuration “{chosen.name}”" if chosen.name else "Trial settings"
    change = el("a", "change", href=page_url("search", index=bench.name, view="why", explain="settings"), data_go=True)
    usual = el("a", "reset", href="?set=", data_set="set=")
    panel(el("p", el("b", said), f": {chosen}. ", change, " · ", usual, class_="small wrapping dim"), key="configuration")


def offered(bench: Workbench) -> None:
    """Offer the kept configurations, and to keep the one in force under a name."""
    kept, chosen = configurations(bench), named(bench)
    usual = el("a", "reset", href="?set=", data_set="set=", aria_current="true" if chosen is None else None, class_="chip")
    links = [_link(one, chosen) for one in kept]
    panel(el("nav", usual, *links, class_="chips", aria_label="Configurations"), key="configurations")
    if chosen is None:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            "Save these settings as", chosen.name, key="configuration_name", placeholder="calm", on_change=_keep, args=(bench,)
        )
        if chosen.name and st.button("Remove", key="forget_configuration", on_click=_forget, args=(bench, chosen.name)):
            st.rerun()
    if problem := st.session_state.pop("configuration_problem", ""):
        st.warning(problem)


def _link(one: Configuration, chosen: Configuration | None) -> Markup:
    on = chosen is not None and chosen.name == one.name
    return joined(
        el(
            "a", one.name, href=f"?set={one}", data_set=f"set={one}", title=str(one), class_="chip",
            aria_current="true" if on else None,
        )
    )  # fmt: skip


def _keep(bench: Workbench) -> None:
    try:
        keep_configuration(bench, st.session_state["configuration_name"], in_force())
    except SettingsError as problem:
        st.session_state["configuration_problem"] = str(problem)


def _forget(bench: Workbench, name: str) -> None:
    forget_configuration(bench, name)
