"""What the process and the machine give: values made once, time spans, git, the garbage collector."""
