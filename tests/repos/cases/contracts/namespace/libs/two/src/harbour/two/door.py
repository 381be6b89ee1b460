def open_it():
    from harbour.one.key import KEY

    return KEY
