def get_rule(name):
    return name
