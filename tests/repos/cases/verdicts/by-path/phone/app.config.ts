export default {
  plugins: ["./plugins/with-large-memory"],
};
