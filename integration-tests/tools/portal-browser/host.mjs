// Pages of other products as plug-ins see them: they share Angular with the plug-in, and hand over token, scope and organisation.
import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const home = dirname(fileURLToPath(import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml" };
/** Where the unpacked plug-in is; the product's own have two ids in their place. */
export const ASSETS = "/tenant/uiPlugins/plugin/resource";

/** Serves a page at every address, and the files that it needs. */
export async function serveHost({ page, plugin, port, facts }) {
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = fileOf(decodeURIComponent(pathname), plugin);
    if (pathname === "/facts.json") {
      answer.writeHead(200, { "content-type": TYPES[".json"] }).end(JSON.stringify({ ...facts, assets: ASSETS }));
    } else if (file === undefined) {
      answer.writeHead(200, { "content-type": TYPES[".html"] });
      createReadStream(join(home, page)).pipe(answer);
    } else if (existsSync(file)) {
      answer.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
      createReadStream(file).pipe(answer);
    } else {
      answer.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(port, resolve));
  return server;
}

/** The file of a path; undefined for an address of the page itself. */
function fileOf(path, plugin) {
  const clean = normalize(path);
  if (clean.startsWith(`${ASSETS}/`)) {
    return join(plugin, clean.slice(ASSETS.length));
  }
  if (clean.startsWith("/modules/")) {
    const file = join(home, "node_modules", clean.slice("/modules/".length));
    // Some packages import their own modules without the ending.
    return extname(file) ? file : existsSync(`${file}.js`) ? `${file}.js` : join(file, "index.js");
  }
  return undefined;
}
