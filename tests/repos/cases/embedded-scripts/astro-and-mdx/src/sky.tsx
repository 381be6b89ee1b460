export function moon(phase: number) { return phase; }
export function owl() {}
export function bat() {}
export const Star = () => <i />;
