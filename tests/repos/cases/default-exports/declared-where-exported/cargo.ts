export default interface Cargo { weight: number }
