import { defineConfig } from 'eslint/config'
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
    files: ['**/*.test.ts', 'test/**', 'bench/**', 'proofs/**', 'src/conformance/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['**/*.{js,mjs}'], extends: [tseslint.configs.disableTypeChecked] },
)
