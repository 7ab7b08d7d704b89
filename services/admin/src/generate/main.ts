import { join } from 'node:path';
import { writeOutputs } from '@aicp/crds/generate/write-outputs';
import { collectionsIndex } from './collections-index.ts';

const root = join(import.meta.dirname, '../../../..');
const options = {
  root,
  isCheck: process.argv.includes('--check'),
  print: (text: string) => process.stdout.write(text),
};

// Writes what is made from the kinds' folders and from the routes; with `--check` it says which files are stale. The routes are read only
// once the list of collections is written, since they follow from it.
process.exitCode = await writeOutputs(collectionsIndex(root), options);
if (process.exitCode === 0) {
  const { outputs } = await import('./outputs.ts');
  process.exitCode = await writeOutputs(await outputs(), options);
}
