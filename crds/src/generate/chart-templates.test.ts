import { expect, it } from 'vitest';
import { kinds } from '../kinds.ts';
import { crdTemplate, kindsTemplate } from './chart-templates.ts';

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
