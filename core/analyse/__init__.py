"""Read the architecture from the graph: hubs, cycles, bridges, coupling, change."""
