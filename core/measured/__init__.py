"""What was measured while the code ran: the lines that tests executed, read from the reports of the usual tools."""
