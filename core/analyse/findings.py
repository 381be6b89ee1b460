"""What is not used, what the schema and the models do not share, and what is loaded again and again."""

from __future__ import annotations

from core.analyse import columns, loading, missing_indexes
from core.analyse.columns import SchemaGap, UnreadColumn
from core.analyse.environment import EnvironmentVariable, variables
from core.analyse.loading import RepeatedLoad, ViewQuery
from core.analyse.missing_indexes import MissingIndex
from core.analyse.recorded import by_member, recorded
from core.analyse.result import Result
from core.analyse.set_views import SetViews
from core.analyse.unused import Unused, listed


class Findings(SetViews):
    """The graph with the analyses that look into the texts of an open index."""

    @recorded
    @by_member
    def unused(self, type: str = "") -> Result[Unused]:
        """Return what nothing is known to use, by type (method, scope, template, route …) with its verdict and the lines.

        Without an open index, of which the texts are searched, there is nothing to list.
        """
        return self._unused(type) if self._unused else listed((), type)

    @recorded
    @by_member
    def unread_columns(self) -> Result[UnreadColumn]:
        """Return the columns of the database that nothing is known to read, with how often others write their names."""
        return columns.unread_columns(self._stored())

    @recorded
    @by_member
    def schema_gaps(self) -> Result[SchemaGap]:
        """Return what the schema demands and no model validates, and what models validate that the schema does not hold."""
        return columns.schema_gaps(self._stored())

    @recorded
    @by_member
    def missing_indexes(self) -> Result[MissingIndex]:
        """Return the columns by which records are found or ordered and which no index of the schema serves."""
        return missing_indexes.missing_indexes(self._stored())

    @recorded
    @by_member
    def n_plus_one(self) -> Result[RepeatedLoad]:
        """Return the associations that are read for each record of a query that does not preload them, with what mends it."""
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
