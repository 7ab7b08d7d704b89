import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHART, CRD_CHART } from './helm.ts';
import {
  documentedValues,
  schemaAt,
  valuesReference,
  type ValueSchema,
} from './values-reference.ts';

const page = join(import.meta.dirname, '../../docs/reference/helm-values.md');

const read = async (chart: string) => ({
  values: documentedValues(await readFile(join(chart, 'values.yaml'), 'utf8')),
  schema: JSON.parse(await readFile(join(chart, 'values.schema.json'), 'utf8')) as ValueSchema,
});

it.each([CHART, CRD_CHART])('says of every value what it means', async (chart) => {
  const { values } = await read(chart);
  expect(values.length).toBeGreaterThan(2);
  expect(values.filter(({ meaning }) => meaning.length < 4)).toEqual([]);
});

it.each([CHART, CRD_CHART])('has every value in the schema', async (chart) => {
  const { values, schema } = await read(chart);
  expect(values.filter(({ path }) => !schemaAt(path, schema)).map(({ path }) => path)).toEqual([]);
});

it('has every value of the schema’s own sections in values.yaml', async () => {
  const { values, schema } = await read(CHART);
  const sections = new Set(values.map(({ path }) => path.split('.')[0]));
  expect(Object.keys(schema.properties ?? {}).filter((key) => !sections.has(key))).toEqual([
    'global',
  ]);
  const paths = new Set(values.map(({ path }) => path));
  for (const section of ['image', 'rbac', 'defaults', 'networkPolicy', 'metrics', 'license']) {
    const keys = Object.keys(schemaAt(section, schema)?.properties ?? {});
    expect(
      keys.filter((key) => !paths.has(`${section}.${key}`)),
      section,
    ).toEqual([]);
  }
});

it('is documented as docs/reference/helm-values.md says (make chart-golden writes it)', async () => {
  const { values, schema } = await read(CHART);
  expect(existsSync(page), 'run make chart-golden').toBe(true);
  await expect(valuesReference(values, schema)).toMatchFileSnapshot(page);
});

it('takes the comment above a key, and none of the paragraph before it', () => {
  const text =
    '# First.\na: 1\n\n# Of a section.\n\n# Second,\n# in two lines.\nb:\n  # Third.\n  c: { d: 1 }\n';
  expect(documentedValues(text)).toEqual([
    { path: 'a', meaning: 'First.', preset: '1' },
    { path: 'b', meaning: 'Second, in two lines.', preset: undefined },
    { path: 'b.c', meaning: 'Third.', preset: '{"d":1}' },
  ]);
});
