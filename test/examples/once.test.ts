import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../../examples');
const files = globSync('**/*.yaml', { cwd: root });
const object = z.object({ kind: z.string(), metadata: z.object({ name: z.string() }) });

const objectsIn = (file: string): string[] =>
  parseAllDocuments(readFileSync(join(root, file), 'utf8')).map((document) => {
    const { kind, metadata } = object.parse(document.toJS());
    return `${kind}/${metadata.name}`;
  });

// Of two that are applied together, the one in the later file takes the place of the other without a word.
it.each([...new Set(files.map((file) => dirname(file)))])(
  'writes each object of examples/%s once',
  (folder) => {
    const names = files.filter((file) => dirname(file) === folder).flatMap(objectsIn);
    expect(names).toEqual([...new Set(names)]);
  },
);
