import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** What needs pods that run: `make e2e`. Each file is one story, told in its order, and ends with what goes wrong first. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.test.ts'],
    exclude: ['**/node_modules/**'],
    // Programs that tests start find their code compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/aicp-compile') },
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
