export const clean = (one: unknown) => one;
