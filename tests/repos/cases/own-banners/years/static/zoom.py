# Zoom v2.1.4
# Copyright Somebody, released under the MIT license


def zoom():
    return 1
