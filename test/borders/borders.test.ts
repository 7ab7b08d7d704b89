import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Which other folders the files of each folder import from. A parent counts as a folder of its own. */
function importsByFolder(root: string, files: readonly string[]): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = dirname(file);
    const others = imports.get(folder) ?? new Set();
    imports.set(folder, others);
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const other = dirname(join(folder, path));
      if (other !== folder) others.add(other);
    }
  }
  return imports;
}

/** All folders that one folder needs, directly or through others. */
function neededBy(folder: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const needed = new Set<string>();
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const other of imports.get(next) ?? []) {
      if (!needed.has(other)) open.push(other);
      needed.add(other);
    }
  }
  return needed;
}

/** Folders that need themselves through others, by relative imports of `files` below `root`; sorted. */
function foldersInCycles(root: string, files: readonly string[]): string[] {
  const imports = importsByFolder(root, files);
  return [...imports.keys()].filter((folder) => neededBy(folder, imports).has(folder)).sort();
}

/** A rule, the file that may not import, and what it may not import. */
const FORBIDDEN: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['crds-is-a-leaf', 'crds/src/a.ts', 'services/common/src/b.ts'],
  ['contracts-import-crds-alone', 'services/contracts/src/a.ts', 'services/common/src/b.ts'],
  ['common-is-a-leaf', 'services/common/src/a.ts', 'crds/src/b.ts'],
  ['common-is-a-leaf', 'services/common/src/a.ts', 'services/gateway/src/b.ts'],
  [
    'api-kit-imports-common-and-contracts-alone',
    'services/api-kit/src/a.ts',
    'services/admin/src/b.ts',
  ],
  ['api-kit-imports-common-and-contracts-alone', 'services/api-kit/src/a.ts', 'crds/src/b.ts'],
  ['no-cross-service', 'services/gateway/src/a.ts', 'services/admin/src/b.ts'],
  ['services-never-import-operator-or-local', 'services/admin/src/a.ts', 'local/src/b.ts'],
  ['services-never-import-operator', 'services/gateway/src/a.ts', 'operator/src/b.ts'],
  ['operator-imports-no-service', 'operator/src/a.ts', 'services/gateway/src/b.ts'],
  [
    'gateway-has-no-kubernetes-and-no-database',
    'services/gateway/src/a.ts',
    'services/common/src/kubernetes/b.ts',
  ],
  [
    'gateway-has-no-kubernetes-and-no-database',
    'services/gateway/src/a.ts',
    'services/common/src/database/b.ts',
  ],
  [
    'pipeline-knows-no-protocol',
    'services/gateway/src/pipeline/answer/a.ts',
    'services/gateway/src/protocols/openai-chat/b.ts',
  ],
  [
    'pipeline-knows-no-type-of-provider',
    'services/gateway/src/pipeline/dispatch/a.ts',
    'services/gateway/src/providers/simulated/b.ts',
  ],
];

describe('borders', () => {
  const root = join(import.meta.dirname, '../..');
  const run = promisify(execFile);

  /** Trees with the layout of the repository, so that the real rules are asked about planted files and nothing of ours is touched. */
  const trees: string[] = [];
  afterAll(() => {
    for (const tree of trees) rmSync(tree, { recursive: true });
  });

  /** The rules that each planted file breaks. */
  async function broken(files: ReadonlyMap<string, string>): Promise<Map<string, Set<string>>> {
    const tree = mkdtempSync(join(tmpdir(), 'aicp-borders-'));
    trees.push(tree);
    for (const file of ['tsconfig.json', '.dependency-cruiser.cjs', 'node_modules']) {
      symlinkSync(join(root, file), join(tree, file));
    }
    for (const [path, text] of files) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', '.'];
    const cruise = join(root, 'node_modules/.bin/depcruise');
    const { stdout } = await run(cruise, args, { cwd: tree, maxBuffer: 1 << 26 }).catch(
      (error: unknown) => error as { stdout: string },
    );
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    const rules = new Map([...files.keys()].map((file) => [file, new Set<string>()]));
    for (const { from, rule } of summary.violations) {
      if (rule.name !== 'no-orphans') rules.get(from)?.add(rule.name);
    }
    return rules;
  }

  const TARGET = 'export const x = 1;\n';
  /** A name of its own for the file of each case, since they all stand in one tree. */
  const own = (path: string, place: number): string => path.replace('.ts', `${place}.ts`);

  describe('the borders of the architecture', () => {
    let rules: Map<string, Set<string>>;

    beforeAll(async () => {
      const files = new Map<string, string>();
      for (const [place, [, from, to]] of FORBIDDEN.entries()) {
        const steps = '../'.repeat(from.split('/').length - 1);
        files.set(own(to, place), TARGET);
        files.set(own(from, place), `export { x } from '${steps}${own(to, place)}';\n`);
      }
      files.set('operator/src/kinds/model/decide.ts', "export { readFileSync } from 'node:fs';\n");
      files.set('crds/src/a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n");
      files.set('crds/src/b.ts', "import { a } from './a.ts';\nexport const b = () => a;\n");
      rules = await broken(files);
    });

    const brokenBy = (file: string): string[] => [...rules.get(file)!];

    it.each(FORBIDDEN.map(([rule, from, to], place) => [rule, from, to, place] as const))(
      '%s: %s may not import %s',
      (rule, from, to, place) => {
        expect(brokenBy(own(from, place))).toContain(rule);
        expect(brokenBy(own(to, place))).toEqual([]);
      },
    );

    it('a decision may not read the disk, the clock or the network', () => {
      expect(brokenBy('operator/src/kinds/model/decide.ts')).toEqual(['decide-is-pure']);
    });

    it('two files may not need each other', () => {
      const rulesOfBoth = [...brokenBy('crds/src/a.ts'), ...brokenBy('crds/src/b.ts')];
      expect([...new Set(rulesOfBoth)]).toEqual(['no-circular']);
    });

    it('what is allowed stays allowed', async () => {
      const allowed = await broken(
        new Map([
          ['services/contracts/src/b.ts', TARGET],
          ['services/gateway/src/a.ts', "export { x } from '../../contracts/src/b.ts';\n"],
          ['crds/src/kit/b.ts', TARGET],
          ['services/common/src/b.ts', TARGET],
          ['services/api-kit/src/a.ts', "export { x } from '../../../crds/src/kit/b.ts';\n"],
          ['services/api-kit/src/c.ts', "export { x } from '../../common/src/b.ts';\n"],
          ['operator/src/a.ts', "export { x } from '../../services/contracts/src/b.ts';\n"],
        ]),
      );
      expect([...allowed.values()].flatMap((names) => [...names])).toEqual([]);
    });
  });
});

describe('folder cycles', () => {
  const root = join(import.meta.dirname, '../..');

  /** Code that ships, and what it is measured and tested with; neither tests nor generated files. */
  const files = (): string[] =>
    execFileSync(
      'git',
      ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
      .split('\n')
      .filter((file) => file !== '' && !/\.test\.ts$|generated/.test(file));

  /** Folders that are still in a cycle. The list only ever shrinks. */
  const KNOWN: readonly string[] = [
    'services/gateway/src/providers/http1',
    'services/gateway/src/providers/upstream',
  ];

  it('no folder needs another that needs it, in the whole repository', () => {
    const found = foldersInCycles(root, files());
    expect(found.filter((folder) => !KNOWN.includes(folder))).toEqual([]);
  });

  it('finds a cycle that goes through several folders, and through a parent', () => {
    const tree = mkdtempSync(join(tmpdir(), 'aicp-folders-'));
    const planted = {
      'a/one.ts': "import { two } from '../b/two.ts';",
      'b/two.ts': "export { three } from './c/three.ts';",
      'b/c/three.ts': "import type { one } from '../../a/one.ts';",
      'd/four.ts': "import { two } from '../b/two.ts';",
      'b/c/five.ts': "import { six } from './six.ts';",
    };
    for (const [path, text] of Object.entries(planted)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    expect(foldersInCycles(tree, Object.keys(planted))).toEqual(['a', 'b', 'b/c']);
    expect(foldersInCycles(tree, ['a/one.ts', 'b/two.ts', 'd/four.ts'])).toEqual([]);
    rmSync(tree, { recursive: true });
  });
});
