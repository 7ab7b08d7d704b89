import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{crds,operator,services,local,bench,e2e,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.kube.test.ts', '**/*.e2e.test.ts'],
    // Programs that tests start find their code compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/aicp-compile') },
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
  },
});
