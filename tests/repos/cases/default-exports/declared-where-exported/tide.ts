export default function* tide() { yield 1; }
