import { tmpdir } from 'node:os';
import { delimiter } from 'node:path';
import { runProgram } from './run-program.ts';
import type { Surroundings } from './surroundings.ts';

/** Says every few seconds how far the compiler is: `-v` prints a line for each package. */
export function packageCounter(what: string, progress: Surroundings['progress']) {
  const started = performance.now();
  let packages = 0;
  let said = started;
  return (line: string): void => {
    if (!line.startsWith('go:')) packages += 1;
    if (performance.now() - said < 15_000) return;
    said = performance.now();
    const seconds = Math.round((said - started) / 1000);
    progress(`building ${what}: ${packages} packages compiled after ${seconds} s`);
  };
}

/** What a build of ours reads of its surroundings: the machine's Go, and no settings of whoever runs it. */
export function goEnvironment(environment: Surroundings['environment']) {
  const path = [environment['PATH'], '/usr/local/go/bin'].filter(Boolean).join(delimiter);
  return { ...environment, PATH: path, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' };
}

/** Whether there is a Go that can fetch the one that our modules ask for: 1.21 was the first that does. */
export async function hasGo({ environment, progress }: Surroundings): Promise<boolean> {
  let version = '';
  try {
    await runProgram({
      command: 'go',
      args: ['env', 'GOVERSION'],
      folder: tmpdir(),
      environment: { ...goEnvironment(environment), GOTOOLCHAIN: 'local' },
      onLine: (line) => (version = line),
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const [, major, minor] = /^go([0-9]+)\.([0-9]+)/.exec(version) ?? [];
  const isNew = Number(major) > 1 || Number(minor) >= 21;
  if (!isNew) progress(`${version || 'this Go'} is too old to build with: 1.21 is the oldest`);
  return isNew;
}
