import type { Knex } from "knex";
export type Db = Knex<any, any[]>;
export interface Store<T> { insert(one: T): Promise<T> }
export interface LetterStore extends Store<object> { move(id: number): Promise<void> }
export interface TrailStore { store(event: object): Promise<void> }
export interface Stamps { press(): void }
export interface Stores { letters: LetterStore; trail: TrailStore; stamps: Stamps }
