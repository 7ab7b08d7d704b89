import { join } from 'node:path';
import { writeOutputs } from '@aicp/crds/generate/write-outputs';
import { outputs } from './outputs.ts';

// Writes what is made from the routes; with `--check` it says which files are stale.
process.exitCode = await writeOutputs(await outputs(), {
  root: join(import.meta.dirname, '../../../..'),
  isCheck: process.argv.includes('--check'),
  print: (text) => process.stdout.write(text),
});
