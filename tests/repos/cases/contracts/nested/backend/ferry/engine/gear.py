import ferry.shared
