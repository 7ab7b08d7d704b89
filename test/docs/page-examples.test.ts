import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindNamed } from '@aicp/crds/kinds';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../..');

interface Written {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: { readonly name?: string };
  readonly spec?: unknown;
}

/** The objects of ours that a page writes out whole. */
function objectsOf(page: string): readonly Written[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^ *```yaml\n(.*?)^ *```/gms)]
    .flatMap(([, block = '']) => parseAllDocuments(block))
    .map((document) => document.toJS() as Written | null)
    .filter((object) => object !== null)
    .filter(({ apiVersion, spec }) => apiVersion?.startsWith('aicp.dev/') && spec !== undefined);
}

// The page on new kinds invents one.
const pages = globSync('docs/{operations,migration,providers,reference}/*.md', { cwd: root });
const examples = pages.flatMap((page) =>
  objectsOf(page).map((object) => [page, object.kind ?? '', object] as const),
);

it('there are examples on the pages', () => {
  expect(examples.length).toBeGreaterThan(60);
});

it.each(examples)('%s: the %s there would be taken', (_, kind, { spec }) => {
  expect(kindNamed(kind).spec.safeParse(spec).error?.message).toBeUndefined();
});
