import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const OUT = "target/classes/META-INF/resources/portal";

/** Names the files for the node, which cannot list the folders of a jar, and compresses them once. */
function manifest(): Plugin {
  return {
    name: "manifest",
    apply: "build",
    closeBundle() {
      const root = join(import.meta.dirname, OUT);
      const files = readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((it) => it.isFile() && !it.name.endsWith(".gz") && it.name !== "files.txt")
        .map((it) => relative(root, join(it.parentPath, it.name)))
        .sort();
      const lines = files.map((file) => {
        const bytes = readFileSync(join(root, file));
        writeFileSync(join(root, file + ".gz"), gzipSync(bytes, { level: 9 }));
        return `${createHash("sha256").update(bytes).digest("hex")} ${file}\n`;
      });
      writeFileSync(join(root, "files.txt"), lines.join(""));
    },
  };
}

export default defineConfig({
  root: "src/main/web",
  base: "/portal/",
  // A node puts a new one into each document: objects of tenants have the portal's origin, and are no scripts of it.
  html: { cspNonce: "PORTAL-NONCE" },
  cacheDir: join(import.meta.dirname, "target/vite"),
  build: {
    outDir: join(import.meta.dirname, OUT),
    emptyOutDir: true,
    target: "es2022",
    // The page's policy permits no scripts and styles inside of documents.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    license: { fileName: "licenses.md" },
  },
  plugins: [manifest()],
  server: { proxy: { "/api": process.env["PORTAL_NODE"] ?? "http://localhost:9001" } },
  test: { root: import.meta.dirname, include: ["src/test/web/**/*.test.ts"], environment: "happy-dom" },
} as Parameters<typeof defineConfig>[0]);
