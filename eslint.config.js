import { defineConfig } from 'eslint/config'
import reactHooks from 'eslint-plugin-react-hooks'
import importSort from 'eslint-plugin-simple-import-sort'
import tseslint from 'typescript-eslint'

export default defineConfig(
  { ignores: ['.node/', 'data/', 'dist/', 'client/dist/'] },
  tseslint.configs.recommendedTypeChecked,
  {
    plugins: { 'import-sort': importSort },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // A route handler is async even when it has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      'import-sort/imports': ['error', { groups: [['^node:', '^', '^\\.']] }],
    },
  },
  {
    // Answers are read from JSON here, whose shape the assertions check.
    files: ['**/*.test.ts', 'test/**', 'bench/**', 'proofs/**', 'conformance/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // The other rules of this plugin are those of React's compiler, which takes Preact's references for plain values.
    files: ['web/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  { files: ['**/*.{js,mjs}'], extends: [tseslint.configs.disableTypeChecked] },
)
