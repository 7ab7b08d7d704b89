import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, afterEach, beforeEach, expect, it } from 'vitest';
import { kinds } from '../kinds.ts';
import { crdTemplate, kindsTemplate } from './chart-templates.ts';
import { outputs } from './outputs.ts';
import { staleAmong, writeOutputs } from './write-outputs.ts';

describe('outputs', () => {
  const root = join(import.meta.dirname, '../../..');

  it('finds every generated file in the repository as it would be written now', async () => {
    const stale = await staleAmong(await outputs(kinds, root), root);
    expect([...stale.keys()]).toEqual([]);
  });

  it('writes decimals as numbers and names in snake_case on the wire', async () => {
    const files = await outputs(kinds, root);
    const { components } = JSON.parse(files.get('crds/api/schemas.json') ?? '') as {
      components: {
        schemas: Record<string, { properties: Record<string, unknown>; required: string[] }>;
      };
    };
    expect(components.schemas['Model']?.properties['input_price_per_million']).toMatchObject({
      type: 'number',
      maximum: 1_000_000_000,
    });
    expect(Object.keys(components.schemas['ModelWrite']?.properties ?? {})).toContain('id');
    expect(components.schemas['RoutingPolicyWrite']?.properties).toHaveProperty('target_models');
  });
});

const manifest = [
  '# Made by `make generate` from crds/src/thing.ts.',
  'metadata:',
  '  annotations:',
  '    a: b',
  '  labels:',
  '    c: d',
  'spec:',
  '  description: Takes {{ name }} as a placeholder.',
  '',
].join('\n');

it('keeps braces of a description as text, so that Helm prints them', () => {
  expect(crdTemplate(manifest)).toContain('Takes {{ "{{" }} name }} as a placeholder.');
});

it('adds the chart’s labels and annotations beside the manifest’s own', () => {
  expect(crdTemplate(manifest)).toMatch(/annotations:\n.*include "aicp-crds.annotations"/);
  expect(crdTemplate(manifest)).toMatch(/labels:\n.*include "aicp-crds.labels"/);
  expect(crdTemplate(manifest)).toContain('    a: b\n');
  expect(crdTemplate(manifest)).toContain('    c: d\n');
});

it('refuses a manifest that has nothing to add to', () => {
  expect(() => crdTemplate('metadata:\n  annotations:\n')).toThrow('metadata.labels');
});

it('lists every kind, sorted, for the roles of the chart', () => {
  const listed = [...kindsTemplate(kinds).matchAll(/^- (.*)$/gm)].map(([, plural]) => plural);
  expect(listed).toEqual(kinds.map((kind) => kind.plural).toSorted());
});

describe('write outputs', () => {
  const files = new Map([
    ['same.txt', 'same'],
    ['changed.txt', 'new'],
    ['folder/missing.txt', 'there'],
  ]);
  let root = '';
  let told = '';
  const print = (text: string): void => {
    told += text;
  };

  beforeEach(async () => {
    told = '';
    root = await mkdtemp(join(tmpdir(), 'aicp-generate-'));
    await writeFile(join(root, 'same.txt'), 'same');
    await writeFile(join(root, 'changed.txt'), 'old');
  });
  afterEach(() => rm(root, { recursive: true }));

  it('takes a file for stale that is missing or other than it would be written', async () => {
    expect([...(await staleAmong(files, root)).keys()]).toEqual([
      'changed.txt',
      'folder/missing.txt',
    ]);
  });

  it('writes the stale files, after which a check finds none', async () => {
    expect(await writeOutputs(files, { root, isCheck: false, print })).toBe(0);
    expect(await readFile(join(root, 'folder/missing.txt'), 'utf8')).toBe('there');
    expect(await writeOutputs(files, { root, isCheck: true, print })).toBe(0);
  });

  it('fails a check on stale files, and writes nothing', async () => {
    expect(await writeOutputs(files, { root, isCheck: true, print })).toBe(1);
    expect(told).toBe('stale, run `make generate`:\n  changed.txt\n  folder/missing.txt\n');
    expect(await readFile(join(root, 'changed.txt'), 'utf8')).toBe('old');
    expect(await readdir(root)).not.toContain('folder');
  });
});
