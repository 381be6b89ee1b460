"""Kill what writes an index, or the server it writes to, at random moments, and look at what is left.

    python -m benchmarks.kills [--kills 200] [--victim writer|reader|server|disk] [--seed N] [STORE …]

For each store a small repository is indexed again and again, in one of three versions: the edited files only, with `--full`, or
from nothing. The process that writes (or its server) is killed with SIGKILL: half of the times at a moment that is even over
the whole run, half at one that is even over a phase of the run drawn first, as phases differ much in length. After each kill:

- the index can be asked; what is current is whole, either of before, with the same answers, or the next one;
- no process of the run is left;
- the next run, which is killed too in six of ten cases, and the one after it likewise, completes at last, and catalog, vectors
  and answers are those of a run that nobody disturbed.

With `--victim reader` nobody disturbs the run, and who opens and asks the index is killed instead, also while it copies the
graph to a server of graphs (`neo4j`, of which `--victim server` kills the server meanwhile).

With `--victim disk` the home is a file system of its own, in memory, which is full at a moment: it gets room for a random part
of what a run writes (mounting it needs the superuser).

At the end nothing may have piled up: files, folders, generations, namespaces, schemas, points. Processes are forks of one that
has imported what it needs, so that the moments fall on the work. Exit status 1 when anything was wrong.
"""
