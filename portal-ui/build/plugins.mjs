// Builds the plug-ins for Cloud Director and VCF Automation into target/plugins, from the portal's own sources.
//
//   node build/plugins.mjs [VERSION]
//
// Each is a zip with a manifest at its top. ose ui install writes the address of OSE into config.json.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { zip } from "./zip.mjs";

const root = join(import.meta.dirname, "..");
const out = join(root, "target/plugins");
const host = join(root, "src/main/web/host");
// The hosts order versions by their numbers.
const version = (process.argv[2] ?? process.env.PORTAL_VERSION ?? "0.0.0").replace(/[^\d.].*$/, "");
/** What Cloud Director's page hands over, by the names that its loader has for it. */
const SHARED = { "@angular/core": "core", "@angular/router": "router", "@vcd/common": "common" };
const NAME = "oseObjectStorage";
const ROUTE = "object-storage";

/** One file of script, with all pages in it: the loaders of the hosts know of no others. */
async function script(entry, format, external) {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    root,
    cacheDir: join(root, "target/vite"),
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      target: "es2022",
      minify: true,
      lib: { entry: join(host, entry), formats: [format], name: NAME, fileName: () => "bundle.js" },
      rolldownOptions: { external: Object.keys(external), output: { globals: external, codeSplitting: false } },
    },
  });
  const chunks = [built].flat().flatMap((it) => it.output);
  if (chunks.length !== 1) {
    throw new Error(`${entry} became ${chunks.map((it) => it.fileName).join(", ")}`);
  }
  return chunks[0].code;
}

/** A module of AMD, as Cloud Director's SystemJS loads it. */
async function amd() {
  const code = await script("director.ts", "iife", SHARED);
  const names = JSON.stringify(Object.keys(SHARED));
  return `define(${names}, function (${Object.values(SHARED).join(", ")}) {\n${code}\nreturn ${NAME};\n});\n`;
}

const texts = (locales) =>
  Object.fromEntries(
    locales.map((locale) => {
      const [title, about] = WORDS[locale];
      return [locale, { "ose.title": title, "ose.about": about }];
    }),
  );

const WORDS = {
  en: ["Object Storage", "Buckets, objects and keys of S3"],
  de: ["Objektspeicher", "Buckets, Objekte und Schlüssel von S3"],
  ja: ["オブジェクト ストレージ", "S3 のバケット、オブジェクト、キー"],
  zh_CN: ["对象存储", "S3 的存储桶、对象和密钥"],
};

function manifest(urn, versions, extensionPoint, locales) {
  return {
    urn,
    name: "Object Storage",
    ...versions,
    version,
    scope: ["service-provider", "tenant"],
    permissions: [],
    description: WORDS.en[1],
    vendor: "OSE",
    license: "Apache-2.0",
    link: "https://www.apache.org/licenses/LICENSE-2.0",
    extensionPoints: [{ urn: `${urn}:navigation`, type: "navigation:primary", name: "%ose.title%", description: "%ose.about%", ...extensionPoint }],
    locales: texts(locales),
  };
}

function write(name, files) {
  const config = JSON.stringify({ apiOrigin: "" }) + "\n";
  // Hosts name the top of the zip or its folder of assets as the place of the plug-in's files.
  const all = { ...files, "config.json": config, "assets/config.json": config };
  const bytes = zip(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)]));
  writeFileSync(join(out, `${name}.zip`), bytes);
  console.log(`portal-ui: ${name}.zip of version ${version} has ${bytes.length} bytes`);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const licenses = readFileSync(join(root, "target/classes/META-INF/resources/portal/licenses.md"), "utf8");
const director = {
  ...manifest("ose:object-storage", { containerVersion: "9.5.0", manifestVersion: "3.0.0", productVersions: ["10.5", "10.6"] }, { module: "ObjectStorageModule", route: ROUTE }, ["en", "de", "ja", "zh_CN"]),
  module: "ObjectStorageModule",
  route: ROUTE,
};
const automation = manifest(
  "urn:vcfa:plugin:ose",
  { containerVersion: "9.1.0", manifestVersion: "7.0.0" },
  { exposes: "ObjectStorage", component: "ObjectStorageComponent", componentSelector: "ose-object-storage", route: ROUTE, icon: "assets/icon.svg" },
  ["en", "ja"],
);
write("ose-director", { "manifest.json": JSON.stringify(director, null, 2), "bundle.js": await amd(), "licenses.md": licenses });
write("ose-automation", {
  "manifest.json": JSON.stringify(automation, null, 2),
  "remoteEntry.js": await script("automation.ts", "es", {}),
  "assets/icon.svg": readFileSync(join(root, "src/main/web/icon.svg"), "utf8"),
  "licenses.md": licenses,
});
