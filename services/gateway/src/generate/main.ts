import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOutputs } from '@aicp/crds/generate/write-outputs';
import { providerList } from './provider-list.ts';
import { withProviderTable } from './provider-table.ts';

// Writes what is made of the types of provider; with `--check` it says which files are stale.
const root = join(import.meta.dirname, '../../../..');
const folder = 'docs/providers';
const page = `${folder}/README.md`;
const hasPage = (type: string): boolean => existsSync(join(root, folder, `${type}.md`));
const table = withProviderTable(await readFile(join(root, page), 'utf8'), hasPage);
const outputs = new Map([
  [page, table],
  ['console/src/sections/models/provider-types/generated/provider-types.json', providerList()],
]);
process.exitCode = await writeOutputs(outputs, {
  root,
  isCheck: process.argv.includes('--check'),
  print: (text) => process.stdout.write(text),
});
