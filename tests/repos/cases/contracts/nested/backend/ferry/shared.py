from ferry.bridge.helm import speed
