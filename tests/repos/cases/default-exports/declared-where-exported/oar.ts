export default async function oar() { return 1; }
