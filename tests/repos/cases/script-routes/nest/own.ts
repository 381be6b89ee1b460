export const Controller = (path: string) => (target: any) => target;
export const Get = () => (target: any) => target;
