import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOutputs } from '@aicp/crds/generate/write-outputs';
import { withProviderTable } from './provider-table.ts';

// Writes what is made of the types of provider; with `--check` it says which files are stale.
const root = join(import.meta.dirname, '../../../..');
const folder = 'docs/providers';
const page = `${folder}/README.md`;
const hasPage = (type: string): boolean => existsSync(join(root, folder, `${type}.md`));
const table = withProviderTable(await readFile(join(root, page), 'utf8'), hasPage);
process.exitCode = await writeOutputs(new Map([[page, table]]), {
  root,
  isCheck: process.argv.includes('--check'),
  print: (text) => process.stdout.write(text),
});
