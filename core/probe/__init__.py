"""Probe a booted Rails application: ask it, read its answer, merge the answer with the files.

Rails does not record where a callback, association or validation was declared. In production, it loads everything before a
script can look. So a recorder is loaded before the application (`RUBYOPT=-r…`).

The answer is a file in the format `rails-probe/1`. So asking (Ruby, perhaps on another machine) and merging (Python) are
independent.
"""

from core.probe.merge import merge_probe
from core.probe.read import Probe, read_probe
from core.probe.run import ProbeRun, plan_probe, run_probe

__all__ = ["Probe", "ProbeRun", "merge_probe", "plan_probe", "read_probe", "run_probe"]
