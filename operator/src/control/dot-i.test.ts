import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Loads the operator in a process of its own, and prints which generated files of client-node came with it. */
const PROGRAM = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      const found = /client-node\\/dist\\/gen\\/(.*)/.exec(url);
      if (found) loaded.push(found[1]);
      return next(url, context);
    },
  });
  await import('@aicp/operator/start');
  console.log(JSON.stringify(loaded));
`;

it('loads of the generated code of client-node what its kubeconfig and requests need, and no class of a type or an API', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', PROGRAM],
    { cwd: import.meta.dirname },
  );
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded).toContain('configuration.js');
  expect(loaded.filter((file) => /^(models|apis|types)\//.test(file))).toEqual([]);
});
