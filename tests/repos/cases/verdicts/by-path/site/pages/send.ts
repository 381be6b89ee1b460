export default async function sendPrices() {
  return 1;
}
