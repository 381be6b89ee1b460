export default function prune() {}
