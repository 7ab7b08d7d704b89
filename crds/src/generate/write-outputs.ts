import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface WriteOptions {
  /** Of the repository. */
  readonly root: string;
  /** Only say which files are stale. */
  readonly isCheck: boolean;
  /** Takes what is to be told, whole lines. */
  readonly print: (text: string) => void;
}

/** Writes generated files, given by their paths from the root, and says which. The exit code: 1 where a check found stale ones. */
export async function writeOutputs(
  files: ReadonlyMap<string, string>,
  { root, isCheck, print }: WriteOptions,
): Promise<number> {
  const stale = await staleAmong(files, root);
  if (isCheck && stale.size > 0) {
    const paths = [...stale.keys()].map((path) => `  ${path}\n`);
    print(`stale, run \`make generate\`:\n${paths.join('')}`);
    return 1;
  }
  for (const [path, contents] of stale) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
    print(`wrote ${path}\n`);
  }
  return 0;
}

/** Those that are not in the repository as they would be written now. */
export async function staleAmong(
  files: ReadonlyMap<string, string>,
  root: string,
): Promise<Map<string, string>> {
  const stale = new Map<string, string>();
  for (const [path, contents] of files) {
    const file = join(root, path);
    const present = existsSync(file) ? await readFile(file, 'utf8') : undefined;
    if (present !== contents) stale.set(path, contents);
  }
  return stale;
}
