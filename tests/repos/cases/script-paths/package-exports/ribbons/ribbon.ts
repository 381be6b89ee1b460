export function ribbon() {}
