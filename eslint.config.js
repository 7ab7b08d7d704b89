import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const NAMED_EXPORTS = { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' };
const NAMED_FUNCTIONS = {
  selector:
    'AssignmentExpression[left.type="MemberExpression"] > :matches(ArrowFunctionExpression, FunctionExpression).right',
  message:
    'V8 makes a function that is written where a property is assigned an old object, which keeps all that it can reach until the next full collection. Give it a name first.',
};

const FOCUS_IS_KEPT = {
  selector: 'JSXAttribute[name.name="loading"]',
  message: 'It would lose the focus while it is busy. Use ActionButton with isBusy.',
};

/** What may stand in any production file. Sizes and complexity are errors, so that they are seen before review. */
const house = {
  complexity: ['error', 10],
  'max-depth': ['error', 3],
  'max-params': ['error', 4],
  'max-lines': ['error', { max: 300 }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  eqeqeq: 'error',
  'no-console': 'error',
  'no-param-reassign': 'error',
  'no-nested-ternary': 'error',
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
  'no-restricted-properties': [
    'error',
    { object: 'process', property: 'env', message: 'Only a main.ts reads the environment.' },
  ],
  'no-restricted-imports': [
    'error',
    { patterns: [{ group: ['../../../*'], message: 'Import through the package name.' }] },
  ],
  'no-restricted-syntax': ['error', NAMED_EXPORTS, NAMED_FUNCTIONS],
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': [
    'error',
    { considerDefaultExhaustiveForUnions: true },
  ],
  '@typescript-eslint/restrict-template-expressions': [
    'error',
    { allowNumber: true, allowBoolean: true },
  ],
  '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  // Marked as deprecated only to stand out: a provider of single sign-on inside a private network may speak plain HTTP, by a setting.
  '@typescript-eslint/no-deprecated': [
    'error',
    {
      allow: [{ from: 'package', name: 'allowInsecureRequests', package: 'openid-client' }],
    },
  ],
  '@typescript-eslint/no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
  ],
};

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '**/generated/**',
      '.aicp/**',
      '**/*.cjs',
      '*.js',
      'local/bin/**',
      // Programs that users start as they are, without a project of TypeScript.
      'examples/**/*.mjs',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: house,
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', 'test/**', 'e2e/**', 'bench/**'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-syntax': ['error', NAMED_EXPORTS],
    },
  },
  {
    files: [
      '**/main.ts',
      '**/*.test.ts',
      '**/testing/**',
      'test/**',
      'e2e/**',
      'bench/**',
      'vitest.config.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['console/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs['recommended-latest'].rules,
      // A section has folders of its own, below which others are reached so.
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['../../../../*'], message: 'It is too far away.' }] },
      ],
      // Handlers of React may be asynchronous; what they reject with is shown by who awaits it.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
    },
  },
  {
    files: ['console/src/**'],
    ignores: ['**/*.test.ts', 'console/src/address/id-in-path.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'encodeURIComponent', message: 'Browsers fold "." and "..": use idInPath.' },
      ],
    },
  },
  {
    files: ['console/src/**/*.tsx'],
    ignores: ['**/*.test.tsx', 'console/src/ui/action/action-button.tsx'],
    rules: { 'no-restricted-syntax': ['error', NAMED_EXPORTS, NAMED_FUNCTIONS, FOCUS_IS_KEPT] },
  },
  {
    files: ['vitest*.config.ts', 'console/vite.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
