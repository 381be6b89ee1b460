class Client {
  constructor(api) { this.api = api; }
  get(path, options) { return this.api.get(path, options); }
}
const client = new Client(window.api);
client.get("/swans", { quick: true });
