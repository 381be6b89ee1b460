"""Words: plural and singular, names of classes and files, and the patterns by which an application changes the rules."""
