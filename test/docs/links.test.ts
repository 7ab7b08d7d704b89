import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = globSync('{*.md,docs/**/*.md,examples/**/*.md}', { cwd: root });
const proseOf = (page: string): string =>
  readFileSync(join(root, page), 'utf8').replaceAll(/^```.*?^```/gms, '');

/** The anchors that GitHub gives to the headings of a page: small letters, without marks, spaces as dashes, and a number where one comes again. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of proseOf(page).matchAll(/^#+ +(.+)$/gm)) {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = text
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${slug}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Where the links of a page lead within the repository. */
const linksOf = (page: string): { readonly path: string; readonly anchor: string | undefined }[] =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/.test(to))
    .map((to) => {
      const [path = '', anchor] = to.split('#');
      return { path: path === '' ? page : join(dirname(page), path), anchor };
    });

describe('the pages', () => {
  it('lead to files that exist, and to headings that these have', () => {
    const dead = pages.flatMap((page) =>
      linksOf(page)
        .filter(({ path, anchor }) => {
          if (!existsSync(join(root, path))) return true;
          return anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).has(anchor);
        })
        .map(({ path, anchor }) => `${page}: ${path}${anchor === undefined ? '' : `#${anchor}`}`),
    );
    expect(dead).toEqual([]);
  });

  it('show every picture of the console', () => {
    const shown = new Set(pages.flatMap((page) => linksOf(page).map(({ path }) => path)));
    const pictures = globSync('docs/images/**/*.png', { cwd: root });
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((picture) => !shown.has(picture))).toEqual([]);
  });
});
