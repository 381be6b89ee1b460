"""The smaller files of an application: settings, inflections, rake tasks, factories, packages, locked gems."""
