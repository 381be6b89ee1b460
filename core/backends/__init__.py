"""The products behind the ports, each in one file, imported only when asked for."""
