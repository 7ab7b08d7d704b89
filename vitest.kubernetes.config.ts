import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** What needs a real kube-apiserver and etcd: `make test-kubernetes`. One server for the whole run. */
export default defineConfig({
  test: {
    include: ['{crds,operator,services,local,test}/**/*.kube.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['test/kubernetes/shared/global-setup.ts'],
    // Programs that tests start find their code compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/aicp-compile') },
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 240_000,
  },
});
