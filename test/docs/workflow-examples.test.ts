import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { specFaults } from '@aicp/contracts/checks/spec-faults';
import { workflowTemplate } from '@aicp/crds/workflow-template';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../..');
const PAGE = 'docs/reference/workflow-template.md';

interface Written {
  readonly kind?: string;
  readonly metadata?: { readonly name: string };
  readonly spec?: Readonly<Record<string, unknown>>;
}

const objectsIn = (text: string): readonly (Written | null)[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Written | null);

/** The YAML of a page. */
const blocksIn = (page: string): readonly string[] =>
  [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = '']) => block);

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const texts = [
  ...globSync('examples/**/*.yaml', { cwd: root }).map(read),
  ...blocksIn(read(PAGE)).filter((block) => block.startsWith('apiVersion')),
];
const templates = texts
  .flatMap(objectsIn)
  .filter((object) => object !== null)
  .filter(({ kind, spec }) => kind === 'WorkflowTemplate' && spec !== undefined);

it('there are examples of workflows', () => {
  expect(templates.length).toBeGreaterThan(3);
});

it.each(templates.map((template) => [template.metadata?.name ?? '', template] as const))(
  'the example %s is a workflow without a fault',
  (_, { spec = {} }) => {
    expect(workflowTemplate.spec.safeParse(spec).error).toBeUndefined();
    expect(specFaults('WorkflowTemplate', spec)).toEqual([]);
  },
);
