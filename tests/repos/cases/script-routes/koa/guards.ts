export const sealed = () => async (ctx, next) => next();
export function weigh() { return 1; }
