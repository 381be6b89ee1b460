AUTHENTICATION_BACKENDS = ["club.doors.KeyDoor"]
MIDDLEWARE = ['desk.layers.BellLayer']
