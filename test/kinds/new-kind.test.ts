import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inKinds, PROBE, STICKER } from './sticker.ts';

const root = join(import.meta.dirname, '../..');

/** What the generators read and write, and what compiles objects. */
const COPIED = [
  'package.json',
  'vitest.config.ts',
  'crds',
  'operator',
  'services',
  'charts',
].concat('docs/reference');

/** What `make generate` may write anew. */
const GENERATED = [
  'charts/ai-control-plane/templates/_kinds.tpl',
  'charts/aicp-crds/templates/aicp.dev.yaml',
  'crds/api/schemas.json',
  'crds/manifests/aicp.dev.yaml',
  'crds/src/generated/api.ts',
  'docs/reference/openapi.json',
  'operator/src/kinds/declared-kinds.ts',
  'services/admin/src/client/generated/admin-api.ts',
  'services/contracts/src/snapshot/declared-sections.ts',
];

/** A copy of the tree, in which a kind is added. */
let tree: string;
/** SHA-256 of each file of the copy before the kind was added, by path. */
let before: ReadonlyMap<string, string>;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'aicp-new-kind-'));
  const isWanted = (path: string): boolean =>
    basename(path) !== 'node_modules' &&
    (!path.endsWith('.test.ts') || path.endsWith('crds/src/kinds.test.ts'));
  for (const path of COPIED) {
    cpSync(join(root, path), join(tree, path), { recursive: true, filter: isWanted });
  }
  before = filesIn(tree);
  linkPackages();
  for (const [path, text] of Object.entries(STICKER)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  const list = join(tree, 'crds/src/kinds.ts');
  writeFileSync(list, inKinds(readFileSync(list, 'utf8')));
});
afterAll(() => {
  rmSync(tree, { recursive: true, force: true });
});

/** The packages as they are installed, but for ours, which are those of the copy. */
function linkPackages(): void {
  mkdirSync(join(tree, 'node_modules/@aicp'), { recursive: true });
  const installed = readdirSync(join(root, 'node_modules')).filter(
    (name) => !/^(@aicp$|\.)/.test(name),
  );
  for (const name of installed) link(`node_modules/${name}`);
  for (const path of globSync('{crds,operator,services/*}', { cwd: tree })) {
    symlinkSync(join(tree, path), join(tree, 'node_modules/@aicp', basename(path)));
    if (existsSync(join(root, path, 'node_modules'))) link(join(path, 'node_modules'));
  }
}

const link = (path: string): void => symlinkSync(join(root, path), join(tree, path));

function filesIn(folder: string): Map<string, string> {
  const paths = globSync('**/*', { cwd: folder, withFileTypes: true, exclude: ['**/node_modules'] })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((path) => [
      path.slice(folder.length + 1),
      createHash('sha256').update(readFileSync(path)).digest('hex'),
    ]),
  );
}

/** Runs Node in the copy; rejects, with what it printed, where it fails. */
async function node(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: tree });
  return stdout;
}

const generate = async (...args: string[]): Promise<string> => {
  const crds = await node('crds/src/generate/main.ts', ...args);
  return crds + (await node('services/admin/src/generate/main.ts', ...args));
};

it('generates everything else that a new kind needs, so that only the list of kinds is kept by hand', async () => {
  await generate();
  const after = filesIn(tree);
  const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
  expect(changed.toSorted()).toEqual(
    [...GENERATED, ...Object.keys(STICKER), 'crds/src/kinds.ts'].toSorted(),
  );
  expect([...before.keys()].filter((path) => !after.has(path))).toEqual([]);
  await expect(generate('--check')).resolves.toBe('');
});

it('compiles objects of it into its section, for the service that reads it', async () => {
  const printed = await node('--input-type=module', '--eval', PROBE);
  expect(JSON.parse(printed)).toEqual({
    fragments: [
      {
        source: { kind: 'Sticker', name: 'beware', uid: 'Sticker-beware', generation: 1 },
        id: 'beware',
        organization: 'acme',
        text: 'Beware',
        colour: 'red',
      },
    ],
    verdicts: ['Accepted', 'ReferenceNotFound'],
    isRead: true,
    isHiddenFromGateway: true,
    isNeverPinned: true,
    guards: [true, false],
  });
});

it('has the five routes of a collection in the admin API', () => {
  const { paths } = JSON.parse(readFileSync(join(tree, 'docs/reference/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const methodsOf = (path: string): string[] => Object.keys(paths[path] ?? {}).sort();
  expect(methodsOf('/api/v1/stickers')).toEqual(['get', 'post']);
  expect(methodsOf('/api/v1/stickers/{id}')).toEqual(['delete', 'get', 'patch', 'put']);
});

it('passes what is checked of every kind', async () => {
  const vitest = 'node_modules/vitest/vitest.mjs';
  const report = join(tree, 'report.json');
  const args = ['--reporter=json', `--outputFile=${report}`];
  await node(vitest, 'run', 'crds/src/kinds.test.ts', ...args);
  const { numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    numFailedTests: number;
    testResults: { assertionResults: { title: string }[] }[];
  };
  const titles = testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ title }) => title),
  );
  expect(titles).toContain('Sticker has each of its parts');
  expect(numFailedTests).toBe(0);
});
