def lamp_ready(server):
    return server
