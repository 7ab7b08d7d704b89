import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Surroundings, cacheRoot, waitForLock } from '@aicp/test/kubernetes/binaries/sources';

const VERSION = '4.32.5';

/** Where Schemathesis is: `directory` is its own, outside the work tree. */
export interface Schemathesis {
  readonly directory: string;
  readonly program: string;
}

/** Installs Schemathesis from PyPI, once. Throws where there is no Python 3 with venv, or no way to PyPI. */
export async function installSchemathesis(surroundings: Surroundings): Promise<Schemathesis> {
  const directory = join(cacheRoot(surroundings.environment), `schemathesis-${VERSION}`);
  const program = join(directory, 'bin/schemathesis');
  using _lock = await waitForLock(surroundings);
  if (existsSync(program)) return { directory, program };
  surroundings.progress(`installing Schemathesis ${VERSION} (once)`);
  // What an installation left that did not come to its end is cleared away.
  execFileSync('python3', ['-m', 'venv', '--clear', directory], { stdio: 'inherit' });
  const packages = ['install', '--quiet', `schemathesis==${VERSION}`];
  execFileSync(join(directory, 'bin/pip'), packages, { stdio: 'inherit' });
  return { directory, program };
}
