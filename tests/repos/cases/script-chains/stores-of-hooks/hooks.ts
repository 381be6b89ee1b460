import RootStore from "./stores";
const stores = new RootStore();
export default function useStores() { return useContext(Root) as typeof stores; }
export const useRoot = (): RootStore => useContext(Root);
export const useUi = () => useRoot().ui;
