import Outside

protocol Presser { func pressFlat() }
struct Hydraulic: Presser { func pressFlat() {} func oilPump() {} }
func work(_ presser: Presser) { presser.pressFlat() }
class Robot: Machine { override func spinUp() {} func fetchTools() {} }
struct Socket: Plug { func plugIn() {} private func bend() {} }
extension Socket { func plugLater() {} }
