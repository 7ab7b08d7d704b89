import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
export function foldersInCycles(root: string, files: readonly string[]): string[] {
  const imports = importsByFolder(root, files);
  return [...imports.keys()].filter((folder) => neededBy(folder, imports).has(folder)).sort();
}
