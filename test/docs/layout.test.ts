import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

/** The first word of each line of the block of folders that is not indented. */
const paths = (/## Folders, and who may import whom\n\n```\n(.+?)```/s.exec(page)?.[1] ?? '')
  .split('\n')
  .filter((line) => /^\S/.test(line))
  .map((line) => line.split(' ')[0] ?? '');

/** `a/{b,c}/` → `a/b/` and `a/c/`. */
function alternatives(path: string): string[] {
  const [braces, inside = ''] = /\{([^}]+)\}/.exec(path) ?? [];
  if (braces === undefined) return [path];
  return inside.split(',').flatMap((one) => alternatives(path.replace(braces, one)));
}

/** What is there under a path, in which `<word>` is any name; of one that ends in a slash, folders alone. */
function found(path: string): string[] {
  const pattern = path.replaceAll(/<[^>]+>/g, '*').replace(/\/$/, '');
  return globSync(pattern, { cwd: root }).filter(
    (one) => !path.endsWith('/') || statSync(join(root, one)).isDirectory(),
  );
}

describe('the folders that docs/architecture.md draws', () => {
  it('are more than a few', () => {
    expect(paths.length).toBeGreaterThan(20);
  });

  it.each(paths.flatMap(alternatives))('%s is there', (path) => {
    expect(found(path)).not.toEqual([]);
  });
});
