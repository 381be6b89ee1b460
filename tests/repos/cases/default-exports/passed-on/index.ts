export { default as chime } from "./bell";
export { default } from "./bell";
