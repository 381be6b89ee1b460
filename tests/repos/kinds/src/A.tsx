import { b } from './b'
export function A({ c }: P) {
  return <B c={c} onClick={() => b(c)}>{c}</B>
}
