import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

import { oneButton } from './scripts/eslint-one-button.mjs';

/** Who may import what: a remote knows the SDK, the SDK knows nobody, the sign-in page stays without React. */
const zones = [
  { files: ['remotes/**/*.{ts,tsx}', 'docs/examples/*/web/**/*.{ts,tsx}'], patterns: [{ group: ['@mui/*', '@emotion/*', 'react-router', 'react-router-dom'], message: 'Import it from @outrider/sdk/mui or @outrider/sdk/router, which are shared.' }, { group: ['**/shell/**', '@outrider/shell*', '@outrider/remote-*'], message: 'A remote imports the SDK and itself.' }] },
  { files: ['sdk/ui/src/**/*.{ts,tsx}'], patterns: [{ group: ['**/shell/src/**', '**/remotes/**', '@outrider/*'], message: 'The SDK imports neither shell nor remotes.' }] },
  { files: ['shell/src/**/*.{ts,tsx}'], patterns: [{ group: ['@mui/*', '@emotion/*', 'react-router', 'react-router-dom'], message: 'Import it from @outrider/sdk/mui or @outrider/sdk/router, which are shared.' }, { group: ['**/remotes/*/src/**', '@outrider/remote-*'], message: 'The shell knows no remote.' }] },
];

export default tseslint.config(
  { ignores: ['**/*-api.d.ts', 'sdk/ui/src/host-api.ts', 'build/**', '**/dist/**', '**/node_modules/**', '**/*.cjs', '**/*.mjs', 'var/**', 'coverage/**', 'host/internal/access/namespaces.ts' /* Ory's permission language, read by Keto */] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  jsxA11y.flatConfigs.strict,
  reactHooks.configs.flat['recommended-latest'],
  {
    rules: {
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true, namespaceFrom: true } }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-invalid-void-type': ['error', { allowAsThisParameter: true, allowInGenericTypeArguments: true }],
      '@typescript-eslint/no-empty-function': 'off',
      'jsx-a11y/label-has-associated-control': ['error', { assert: 'either' }],
      'react-hooks/set-state-in-effect': 'off',
      'react-hooks/refs': 'off',
    },
  },
  ...zones.map(({ files, patterns }) => ({ files, rules: { 'no-restricted-imports': ['error', { patterns }] } })),
  { files: ['{sdk/ui,shell,remotes/*,docs/examples/*/web}/src/**/*.tsx'], ignores: ['sdk/ui/src/buttons/**', '**/*.test.tsx', '**/testing/**'], plugins: { outrider: { rules: { 'one-button': oneButton } } }, rules: { 'outrider/one-button': 'error' } },
  { files: ['**/*.test.{ts,tsx}', '**/testing/**', '**/*.mts', 'e2e/**', 'docs/examples/*/web/{e2e/**,playwright.config.ts}', 'bench/web/**'], rules: { 'max-lines': ['error', 500], 'no-restricted-exports': 'off', 'no-restricted-imports': 'off' } },
  { files: ['**/*.test.{ts,tsx}', '**/testing/**'], rules: { 'no-restricted-syntax': ['error', { selector: "CallExpression[callee.property.name='stubGlobal'][arguments.0.value='fetch']", message: 'Answer calls by FakeApi or network of @outrider/sdk/testing.' }] } },
);
