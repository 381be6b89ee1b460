"""What is not used, what the schema and the models do not share, and what is loaded again and again."""

from __future__ import annotations

from core.analyse import columns, loading, missing_indexes
from core.analyse.columns import SchemaGap, UnreadColumn
from core.analyse.environment import EnvironmentVariable, variables
from core.analyse.finding import Finding
from core.analyse.health import HealthNumbers
from core.analyse.loading import RepeatedLoad, ViewQuery
from core.analyse.missing_indexes import MissingIndex
from core.analyse.recorded import by_member, recorded
from core.analyse.result import Result
from core.analyse.set_views import SetViews
from core.analyse.unused import Unused, listed


class Findings(SetViews):
    """The graph with the analyses that look into the texts of an open index."""

    @recorded
    def findings(self, type: str = "", since: str = "") -> Result[Finding]:
        """Return the findings of all lists below, or of one `type` (`n+1`, `schema` …), by severity and certainty.

        With `since`, a version of the index or a commit, they say which are new; `previous` is the last version of other files.
        The result is empty without an open index.
        """
        return self._findings(type, since) if self._findings else Result(Finding, "Findings", ())

    @recorded
    def trend(self) -> Result[HealthNumbers]:
        """Return the health numbers of each version of the index, oldest first; empty without an open index."""
        return self._trend() if self._trend else Result(HealthNumbers, "Health numbers", ())

    @recorded
    @by_member
    def unused(self, type: str = "") -> Result[Unused]:
        """Return the code without known references, by type (method, scope, template, route …), with verdict and lines.

        The result is empty without an open index, because the verdict needs its texts.
        """
        return self._unused(type) if self._unused else listed((), type)

    @recorded
    @by_member
    def unread_columns(self) -> Result[UnreadColumn]:
        """Return the database columns without a known reader, with the number of other mentions of their names."""
        return columns.unread_columns(self._stored())

    @recorded
    @by_member
    def schema_gaps(self) -> Result[SchemaGap]:
        """Return the rules of the schema that no model validates, and validations that the schema lacks."""
        return columns.schema_gaps(self._stored())

    @recorded
    @by_member
    def missing_indexes(self) -> Result[MissingIndex]:
        """Return the columns in conditions and orders of queries that no index of the schema covers."""
        return missing_indexes.missing_indexes(self._stored())

    @recorded
    @by_member
    def n_plus_one(self) -> Result[RepeatedLoad]:
        """Return the associations that a query loads once per record, with the fix."""
        return self._loading[0]() if self._loading else loading.repeated(())

    @recorded
    @by_member
    def view_queries(self) -> Result[ViewQuery]:
        """Return the queries that templates make, and helpers that templates call."""
        return self._loading[1]() if self._loading else loading.queries(())

    @recorded
    @by_member
    def environment(self) -> Result[EnvironmentVariable]:
        """Return the variables, credentials and settings that code reads, with their defaults and who declares them."""
        return self._environment() if self._environment else variables((), {})
