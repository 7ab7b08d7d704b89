import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Folders of the console that hold what is made from it. */
const MADE = /^(node_modules|dist|dist\..*|\..*)$/;
/** Of the repository as a whole. */
const OF_ALL = ['package-lock.json', 'tsconfig.json'];
const TESTS = /\.test\.tsx?$/;

/**
 * A digest of all that a build of the console is made from: its sources, its settings, the lock file, and those files of other workspaces that it used (from the
 * repository's root). A file that is gone counts as empty.
 */
export async function sourcesDigest(console: string, others: readonly string[]): Promise<string> {
  const root = join(console, '..');
  const own = (await filesBelow(console)).map((path) => relative(root, path));
  const hash = createHash('sha256');
  for (const path of [...new Set([...own, ...OF_ALL, ...others])].toSorted()) {
    const content = await readFile(join(root, path)).catch(emptyWhereGone);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const found = entries
    .filter(({ name }) => !MADE.test(name) && !TESTS.test(name))
    .map(async (entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? await filesBelow(path) : [path];
    });
  return (await Promise.all(found)).flat();
}

function emptyWhereGone(error: unknown): Buffer {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
  throw error;
}
