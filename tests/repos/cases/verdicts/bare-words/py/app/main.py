import sys

sys.path.append("plugins/v2")
from gauges import calibrate


def start():
    return calibrate()
