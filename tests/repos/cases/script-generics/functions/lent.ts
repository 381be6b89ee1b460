export interface Lent<T> {
  transactional<R>(work: (it: T) => R): Promise<R>;
}
