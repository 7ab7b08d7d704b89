// Prints the paths of the engines of Argo CD and Flux, built where they are not: `node test/gitops/programs/main.ts`.
import { gitopsPrograms } from './programs.ts';

const programs = await gitopsPrograms();
for (const path of Object.values(programs ?? {})) process.stdout.write(`${path}\n`);
if (!programs) {
  process.stderr.write('there is no Go 1.21 or later to build the engines with\n');
  process.exitCode = 1;
}
