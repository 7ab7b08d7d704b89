import { join } from 'node:path';
import { kinds } from '../kinds.ts';
import { outputs } from './outputs.ts';
import { writeOutputs } from './write-outputs.ts';

// Writes what is made from the kinds; with `--check` it says which files are stale.
const root = join(import.meta.dirname, '../../..');
process.exitCode = await writeOutputs(await outputs(kinds, root), {
  root,
  isCheck: process.argv.includes('--check'),
  print: (text) => process.stdout.write(text),
});
