import useStores, { useRoot, useUi } from "./hooks";
export function Panel() {
  const { ui, log } = useStores();
  return (
    <b
      onClick={() => { ui.toggle(); log.reset(); }} />);
}
export function Side() {
  const root = useRoot();
  return <b onClick={() => root.ui.toggle()} />;
}
export const Foot = () => {
  const ui = useUi();
  ui.toggle();
  return <i />;
};
