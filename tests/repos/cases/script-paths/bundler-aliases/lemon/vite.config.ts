export default defineConfig({
  resolve: {
    alias: [
      { find: "~", replacement: fileURLToPath(new URL("./src", import.meta.url)) },
      { find: /^seeds\//, replacement: path.resolve(__dirname, "seeds/") },
    ],
  },
});
