/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite"; // vitest is there only where the sources are checked
import { shell, WORKER } from "./shell.ts";

// The page is built into the package; the server hands it out from there.
export default defineConfig({
  plugins: [svelte(), shell()],
  base: "./",
  build: {
    outDir: "../static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // nothing inline: the content security policy allows no data: fonts
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      input: { index: "index.html", [WORKER]: "src/worker.ts" },
      // A worker may look after what lies beside it and below, and its name has to stay.
      output: { entryFileNames: ({ name }) => (name === WORKER ? "worker.js" : "assets/[name]-[hash].js") },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8321", ws: true } } },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
