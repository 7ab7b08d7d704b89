import { describe } from 'vitest';
import { gitopsPrograms, type GitopsPrograms } from '../programs/programs.ts';

/** Registers a suite that needs the engines of Argo CD and Flux; where they cannot be built it is reported as skipped, with the way out. */
export async function describeGitops(
  name: string,
  register: (programs: GitopsPrograms) => void,
): Promise<void> {
  const programs = await gitopsPrograms();
  if (programs) describe(name, () => register(programs));
  else describe.skip(`${name} (skipped: install Go 1.26 to build the engines)`, () => undefined);
}
