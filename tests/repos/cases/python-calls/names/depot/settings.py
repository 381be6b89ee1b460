MIDDLEWARE = ["depot.guards.Guard", "elsewhere.Guard"]
HOOK = "depot.guards.Guard.leave"
NOTE = "depot.guards"
