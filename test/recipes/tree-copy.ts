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
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** What the generators read and write, what the pages change, and what their tests stand on. */
const COPIED = [
  'package.json',
  'README.md',
  'tsconfig.json',
  'vitest.config.ts',
  'crds',
  'operator',
  'services',
  'charts',
  'docs',
  'test/routing',
];

/** A copy of the tree, in which files may be added and changed, with the packages that are installed here. */
export class TreeCopy implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'aicp-recipes-'));

  /** Of the tests, only those that are named are copied. */
  constructor(tests: readonly string[]) {
    const isWanted = (path: string): boolean =>
      basename(path) !== 'node_modules' &&
      (!path.endsWith('.test.ts') || tests.some((test) => path.endsWith(test)));
    for (const path of COPIED) {
      cpSync(join(root, path), join(this.folder, path), { recursive: true, filter: isWanted });
    }
    this.linkPackages();
  }

  /** SHA-256 of each file, by its path. */
  digests(): ReadonlyMap<string, string> {
    const options = {
      cwd: this.folder,
      withFileTypes: true,
      exclude: ['**/node_modules'],
    } as const;
    const paths = globSync('**/*', options)
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return new Map(
      paths.map((path) => [
        path.slice(this.folder.length + 1),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
    );
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** Runs Node there; rejects, with what it printed, where it fails. */
  async node(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: this.folder });
    return stdout;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The packages as they are installed, but for ours, which are those of the copy. */
  private linkPackages(): void {
    mkdirSync(join(this.folder, 'node_modules/@aicp'), { recursive: true });
    const installed = readdirSync(join(root, 'node_modules')).filter(
      (name) => !/^(@aicp$|\.)/.test(name),
    );
    for (const name of installed) this.link(`node_modules/${name}`);
    for (const path of globSync('{crds,operator,services/*}', { cwd: this.folder })) {
      const own = join(this.folder, 'node_modules/@aicp', basename(path));
      symlinkSync(join(this.folder, path), own);
      if (existsSync(join(root, path, 'node_modules'))) this.link(join(path, 'node_modules'));
    }
  }

  private link(path: string): void {
    symlinkSync(join(root, path), join(this.folder, path));
  }
}
