import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { follow } from './recipe.ts';
import { TreeCopy } from './tree-copy.ts';

const pages = join(import.meta.dirname, '../../docs/contributing');
const PAGES = ['new-kind', 'new-provider-type', 'new-stage'];

/** What `make generate` may write anew. */
const GENERATED = [
  'charts/ai-control-plane/templates/_kinds.tpl',
  'charts/aicp-crds/templates/aicp.dev.yaml',
  'crds/api/schemas.json',
  'crds/manifests/aicp.dev.yaml',
  'crds/src/generated/api.ts',
  'docs/reference/openapi.json',
  'docs/reference/provider.md',
  'operator/src/kinds/declared-kinds.ts',
  'services/admin/src/client/generated/admin-api.ts',
  'services/admin/src/kinds/generated/collections.ts',
  'services/contracts/src/snapshot/declared-sections.ts',
];

/** A program that prints what is wrong with the types in the files that it is given, and in no other. */
const TYPES = `
import ts from 'typescript';

const names = process.argv.slice(1);
const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
const program = ts.createProgram(names, options);
const faults = names.flatMap((name) => program.getSemanticDiagnostics(program.getSourceFile(name)));
const host = { getCanonicalFileName: String, getCurrentDirectory: () => '', getNewLine: () => '\\n' };
process.stdout.write(ts.formatDiagnostics(faults, host));
`;

const OF_EVERY_KIND = 'crds/src/kinds.test.ts';

/** A copy of the tree, in which everything is done that the pages for contributors say. */
let tree: TreeCopy;
let before: ReturnType<TreeCopy['digests']>;
/** The files that the pages create and change. */
let written: readonly string[];

beforeAll(() => {
  tree = new TreeCopy([OF_EVERY_KIND]);
  before = tree.digests();
  written = PAGES.flatMap((page) => follow(join(pages, `${page}.md`), tree.folder));
});
afterAll(() => {
  tree[Symbol.dispose]();
});

/** `npm run generate`, in one process: what it reads of the admin service it reads once it has written the kinds. */
const GENERATE = `
await import('./crds/src/generate/main.ts');
if (process.exitCode === 0) await import('./services/admin/src/generate/main.ts');
`;

const generate = async (...args: string[]): Promise<string> =>
  await tree.node('--input-type=module', '--eval', GENERATE, '--', ...args);

it('what the pages do not write is generated, so that nothing else is edited by hand', async () => {
  await generate();
  const after = tree.digests();
  const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
  expect(changed.toSorted()).toEqual([...new Set([...GENERATED, ...written])].toSorted());
  expect([...before.keys()].filter((path) => !after.has(path))).toEqual([]);
  await expect(generate('--check')).resolves.toBe('');
});

it('what the pages write has the right types', async () => {
  // Those of the tests and of the admin service would take three times as long.
  const looked = written.filter((path) => /^(?!services\/admin).*(?<!\.test)\.ts$/.test(path));
  expect(looked.length).toBeGreaterThan(15);
  expect(await tree.node('--input-type=module', '--eval', TYPES, ...looked)).toBe('');
});

it('a new kind has the five routes of a collection in the admin API', () => {
  const { paths } = JSON.parse(tree.read('docs/reference/openapi.json')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const methodsOf = (path: string): string[] => Object.keys(paths[path] ?? {}).sort();
  expect(methodsOf('/api/v1/pauses')).toEqual(['get', 'post']);
  expect(methodsOf('/api/v1/pauses/{id}')).toEqual(['delete', 'get', 'patch', 'put']);
});

it('the tests on the pages pass, and those of every kind', async () => {
  const tests = [OF_EVERY_KIND, ...written.filter((path) => path.endsWith('.test.ts'))];
  const report = ['--reporter=json', '--outputFile=report.json', '--maxWorkers=1'];
  await tree.node('node_modules/vitest/vitest.mjs', 'run', ...tests, ...report);
  const { numFailedTests, testResults } = JSON.parse(tree.read('report.json')) as {
    numFailedTests: number;
    testResults: { name: string; assertionResults: { title: string }[] }[];
  };
  const titles = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ title }) => title),
  );
  expect(titles).toContain('Pause has each of its parts');
  expect(testResults).toHaveLength(tests.length);
  expect(numFailedTests).toBe(0);
});
