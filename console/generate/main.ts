// Writes what the console's forms are made from: the fields of each kind of object, out of the API's document. `--check` fails where a file is stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESOURCES } from '../src/resources/resource-table.ts';
import { formSchema, type ApiDocument } from './form-schema.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(import.meta.dirname, '../src/resources/generated');
const document = JSON.parse(
  readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8'),
) as ApiDocument;
const isCheck = process.argv.includes('--check');

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

mkdirSync(folder, { recursive: true });
for (const { type, collection } of Object.values(RESOURCES)) {
  const path = join(folder, `${type}.json`);
  const text = `${JSON.stringify(formSchema(document, collection), null, 1)}\n`;
  if (readIfThere(path) === text) continue;
  if (isCheck) {
    process.stderr.write(`${path} is stale: run make generate\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
    process.stdout.write(`wrote ${path}\n`);
  }
}
