import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import { configs } from "typescript-eslint";

export default defineConfig(
  globalIgnores(["build/", "data/", "node_modules/", "test-results/", "playwright-report/", "e2e/contract/"]),
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [configs.base],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-import-type-side-effects": "error", // what is left of such an import sends the whole library to browsers
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-unnecessary-type-assertion": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/ban-ts-comment": [
        "error",
        { "ts-expect-error": true, "ts-ignore": true, "ts-nocheck": true },
      ],
      eqeqeq: ["error", "smart"],
      "no-console": "error",
      "max-len": ["error", { code: 1_000, comments: 120, ignoreUrls: true }], // Prettier breaks code, and leaves comments alone
      "no-restricted-syntax": [
        "error",
        {
          selector: "JSXAttribute[name.name='style']",
          message: "The Content-Security-Policy forbids style attributes. Use a class.",
        },
      ],
    },
  },
  { files: ["scripts/**", "tools/**", "server.ts", "seed.ts"], rules: { "no-console": "off" } },
  {
    files: ["**/*.test.ts", "**/*.test.tsx"],
    ignores: ["**/*.isolated.test.*"],
    rules: {
      "no-restricted-properties": [
        "error",
        ...["mock", "doMock", "resetModules", "stubEnv"].map((property) => ({
          object: "vi",
          property,
          message: "Test files share their modules. Name the file *.isolated.test.ts, so that it has its own.",
        })),
      ],
    },
  },
  { files: ["**/*.d.ts"], rules: { "@typescript-eslint/no-unused-vars": "off" } }, // merging with a library's types takes its parameters
  {
    files: ["app/**/*.tsx"],
    extends: [a11y.flatConfigs.recommended],
    plugins: { "react-hooks": hooks },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      // A table that is drawn as cards on a phone keeps its meaning only by roles, and what scrolls must be reachable by keyboard.
      "jsx-a11y/no-redundant-roles": "off",
      "jsx-a11y/no-interactive-element-to-noninteractive-role": "off",
      "jsx-a11y/no-noninteractive-tabindex": "off",
    },
  },
);
