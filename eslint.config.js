import js from "@eslint/js";

export default [
  { ignores: [".venv/", "build/", "**/.*/"] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 15],
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-lines": ["error", 400],
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-shadow": "error",
      "no-unused-expressions": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  {
    files: ["firmware_py/http/static/*.js", "firmware_py/page/static/*.js", "firmware_py/club/static/*.js"],
    rules: { "no-undef": "off" }, // TypeScript knows every name that a browser has
  },
  {
    files: ["tests/web_js/*.js"],
    languageOptions: { globals: Object.fromEntries(["AbortController", "AbortSignal", "Response", "btoa", "performance", "setImmediate"].map((name) => [name, "readonly"])) },
  },
];
