import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

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

describe('borders', () => {
  const root = join(import.meta.dirname, '../..');
  const run = promisify(execFile);

  /** A tree with the layout of the repository, so that the real rules are asked about planted files and nothing of ours is touched. */
  let tree: string;

  beforeEach(() => {
    tree = mkdtempSync(join(tmpdir(), 'aicp-borders-'));
    for (const file of ['tsconfig.json', '.dependency-cruiser.cjs', 'node_modules']) {
      symlinkSync(join(root, file), join(tree, file));
    }
  });
  afterEach(() => {
    rmSync(tree, { recursive: true });
  });

  function plant(path: string, text: string): void {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }

  /** The names of the rules that the planted tree breaks. */
  async function broken(): Promise<string[]> {
    const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', '.'];
    const cruise = join(root, 'node_modules/.bin/depcruise');
    const { stdout } = await run(cruise, args, { cwd: tree }).catch(
      (error: unknown) => error as { stdout: string },
    );
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { rule: { name: string } }[] };
    };
    return [...new Set(summary.violations.map(({ rule }) => rule.name))].filter(
      (name) => name !== 'no-orphans',
    );
  }

  const TARGET = 'export const x = 1;\n';

  describe('the borders of the architecture', () => {
    it.each([
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
    ])('%s: %s may not import %s', async (rule, from, to) => {
      plant(to, TARGET);
      const steps = '../'.repeat(from.split('/').length - 1);
      plant(from, `export { x } from '${steps}${to}';\n`);
      expect(await broken()).toContain(rule);
    });

    it('a decision may not read the disk, the clock or the network', async () => {
      plant('operator/src/kinds/model/decide.ts', "export { readFileSync } from 'node:fs';\n");
      expect(await broken()).toEqual(['decide-is-pure']);
    });

    it('two files may not need each other', async () => {
      plant('crds/src/a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n");
      plant('crds/src/b.ts', "import { a } from './a.ts';\nexport const b = () => a;\n");
      expect(await broken()).toEqual(['no-circular']);
    });

    it('what is allowed stays allowed', async () => {
      plant('services/contracts/src/b.ts', TARGET);
      plant('services/gateway/src/a.ts', "export { x } from '../../contracts/src/b.ts';\n");
      plant('crds/src/kit/b.ts', TARGET);
      plant('services/common/src/b.ts', TARGET);
      plant('services/api-kit/src/a.ts', "export { x } from '../../../crds/src/kit/b.ts';\n");
      plant('services/api-kit/src/c.ts', "export { x } from '../../common/src/b.ts';\n");
      plant('operator/src/a.ts', "export { x } from '../../services/contracts/src/b.ts';\n");
      expect(await broken()).toEqual([]);
    });
  });
});

describe('folder cycles', () => {
  const root = join(import.meta.dirname, '../..');

  /** Code that ships, and what it is measured and tested with; neither tests nor generated files. */
  const files = (): string[] =>
    execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
      cwd: root,
      encoding: 'utf8',
    })
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
