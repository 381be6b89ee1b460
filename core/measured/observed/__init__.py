"""What was recorded while the application ran, read from logs, traces, profiles and exports, without any of their values."""
