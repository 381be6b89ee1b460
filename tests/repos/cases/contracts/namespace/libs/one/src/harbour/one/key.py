import json

KEY = json.dumps(1)
