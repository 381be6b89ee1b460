const Page = lazy(() => import("./gong"));
const Part = lazy(() => import("./gong").then((all) => ({ default: all.Gong })));
export async function three() { const { default: ring } = await import("./bell"); return ring(); }
