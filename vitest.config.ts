import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestCase, type TestSpecification } from 'vitest/node';

/** Files that start installations of several processes, or run compilers: they take longest. */
const LONG = /\/test\/(up|console|loop|admin|chart|money|recipes)\//;

/** Long files first, so that the processes end at the same time, also where no earlier run has told how long each takes. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Lines of a reason that are told: of a page that is waited for, what is waited for as well. */
const REASON_LINES = 12;

/** Why a test failed, or did at its first try. */
function reasonOf(test: TestCase): string {
  const message = stripVTControlCharacters(test.result().errors?.[0]?.message ?? '');
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  const told = lines.slice(0, REASON_LINES).map((line) => line.slice(0, 300));
  return told.join('\n  ');
}

/** Says at the very end which tests failed and why, in few lines each: of a long log it is often the end alone that is kept. */
const failuresLast: Reporter = {
  onTestRunEnd(modules, unhandled): void {
    const name = ({ fullName, module }: TestCase): string =>
      `${module.relativeModuleId} > ${fullName}`;
    for (const test of modules.flatMap((one) => [...one.children.allTests('passed')])) {
      if (test.diagnostic()?.flaky !== true) continue;
      process.stderr.write(`passed at the second try: ${name(test)}: ${reasonOf(test)}\n`);
    }
    const failed = modules.flatMap((one) => [...one.children.allTests('failed')]);
    for (const test of failed) process.stderr.write(`failed: ${name(test)}: ${reasonOf(test)}\n`);
    for (const module of modules) {
      for (const { message } of module.errors()) {
        process.stderr.write(`failed: ${module.relativeModuleId}: ${message.slice(0, 600)}\n`);
      }
    }
    for (const { message } of unhandled) {
      process.stderr.write(`failed: an error that no test waited for: ${message.slice(0, 600)}\n`);
    }
    // Their names once more, without the reasons: those are long.
    for (const test of failed) process.stderr.write(`failed: ${name(test)}\n`);
  },
};

export default defineConfig({
  test: {
    include: [
      '{crds,operator,services,local,bench,e2e,test}/**/*.test.ts',
      'console/{build,generate,src}/**/*.test.{ts,tsx}',
    ],
    exclude: ['**/node_modules/**', '**/*.kube.test.ts', '**/*.e2e.test.ts'],
    // Programs that tests start find their code compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/aicp-compile') },
    reporters: ['default', failuresLast],
    // A machine that others use may take a test's time, or a turn that it waits for: in CI it is run once more, and told of at the end where it passes then.
    // What fast-check found stays found.
    retry: {
      count: process.env['AICP_SECOND_TRIES'] === '1' ? 1 : 0,
      condition: /^(?!Property failed)/,
    },
    pool: 'forks',
    isolate: false,
    // One more than the two cores that there are at least: while one file waits for what it started, the others use them.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
  },
});
