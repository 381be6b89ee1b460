export default function drift(far: boolean): void;
export default function drift() {}
