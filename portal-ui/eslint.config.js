import js from "@eslint/js";
import lit from "eslint-plugin-lit";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["target/", "node_modules/", "src/main/web/api/schema.ts"] },
  js.configs.recommended,
  ...ts.configs.strict,
  lit.configs["flat/recommended"],
  {
    rules: {
      // Everything that a node answers is data: it becomes text, never markup.
      "no-restricted-imports": ["error", { patterns: ["lit/directives/unsafe-*"] }],
      "no-restricted-properties": ["error", { property: "innerHTML" }, { property: "outerHTML" }],
      "lit/no-invalid-html": "error",
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_$" }],
    },
  },
  { files: ["build/*.mjs"], languageOptions: { globals: { Buffer: "readonly", console: "readonly", process: "readonly" } } },
);
