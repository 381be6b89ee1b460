"""What is asked of a set alone: its members beside each other, what crosses their boundaries, versions of what they share."""

from __future__ import annotations

from core.analyse import cycles, hubs, repositories
from core.analyse.graph_views import GraphViews
from core.analyse.recorded import recorded
from core.analyse.repositories import Crossing, PackageSize, PackageVersion, RepositorySize
from core.analyse.result import Result
from core.analyse.view import in_order


class SetViews(GraphViews):
    """The graph with the analyses that compare repositories; of one repository they have one row, or none."""

    @recorded
    def repositories(self) -> Result[RepositorySize]:
        """Return the members of a group side by side: sizes, cycles, central units, lines to other members."""
        found = cycles.cycles(self.structure("unit")).items
        central = hubs.largest(hubs.measured(self.uses("unit")), "fan_in", 0).items
        return repositories.repository_sizes(self.own, self.metrics, in_order(self._given(), self.own), found, central)

    @recorded
    def packages(self) -> Result[PackageSize]:
        """Return the packages, engines, crates and workspaces of a repository side by side."""
        found = cycles.cycles(self.structure("unit")).items
        central = hubs.largest(hubs.measured(self.uses("unit")), "fan_in", 0).items
        given = in_order(self._given(), self.own)
        return repositories.package_sizes(self._package_of(), self.own, self.metrics, given, found, central)

    @recorded
    def boundaries(self, *, tests: bool = False) -> Result[Crossing]:
        """Return the lines from one repository of a group to another, and requests to their own routes."""
        return repositories.crossings(self.own, in_order(self._given(), self.own), tests=tests)

    @recorded
    def versions(self) -> Result[PackageVersion]:
        """Return the libraries that several members of a group need, with each locked version, differences first."""
        return repositories.package_versions(self._manifests())
