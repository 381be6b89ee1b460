export * from './cart'
export { Money, default as rounded } from './money'
