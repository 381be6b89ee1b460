"""What a booted Rails application says of itself: ask it, read the answer, merge it with what its files say.

A recorder is loaded before the application (`RUBYOPT=-r…`), because Rails keeps no record of where a callback, association
or validation was declared and production loads everything before a script can look. The answer is a file of the contract
`rails-probe/1`, so that asking (Ruby, perhaps on another machine) and merging (Python) need nothing of each other.
"""

from core.probe.merge import merge_probe
from core.probe.read import Probe, read_probe
from core.probe.run import ProbeRun, plan_probe, run_probe

__all__ = ["Probe", "ProbeRun", "merge_probe", "plan_probe", "read_probe", "run_probe"]
