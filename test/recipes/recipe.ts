import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A block of a page whose first line names a file: the whole of one that is created, or, as a `diff`, a change of one that is there. The
 * line above it says so too, since readers are not shown the first.
 */
interface Block {
  readonly language: string;
  readonly path: string;
  readonly text: string;
}

const BLOCK = /^(`{3,})(\w+) (\S*[./]\S*)\n(.*?\n)\1$/gms;

const blocksOf = (page: string): Block[] =>
  [...page.matchAll(BLOCK)].map(({ 2: language = '', 3: path = '', 4: text = '', index }) => {
    const above = page.slice(0, index).trimEnd().split('\n').at(-1) ?? '';
    if (!above.includes(`\`${path}\``)) throw new Error(`no line above the block names ${path}`);
    return { language, path, text };
  });

/** Does in a tree what a page says; answers the paths of what it created and changed. Throws where it cannot be done. */
export function follow(page: string, tree: string): string[] {
  const blocks = blocksOf(readFileSync(page, 'utf8'));
  for (const { language, path, text } of blocks) {
    const file = join(tree, path);
    if (language === 'diff') {
      writeFileSync(file, changed(readFileSync(file, 'utf8'), text, path));
    } else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
    }
  }
  return [...new Set(blocks.map(({ path }) => path))];
}

/** A file with the hunks of a `diff` in it; between two of them stands `@@`. */
function changed(file: string, diff: string, path: string): string {
  const hunks = diff.trimEnd().split(/^@@$\n/m);
  return hunks
    .reduce((lines, hunk) => withHunk(lines, hunk.trimEnd().split('\n'), path), file.split('\n'))
    .join('\n');
}

function withHunk(lines: readonly string[], hunk: readonly string[], path: string): string[] {
  const before = hunk.filter((line) => !line.startsWith('+'));
  const isHere = (at: number): boolean =>
    before.every((line, index) => isLine(lines[at + index], line.slice(1)));
  const places = [...lines.keys()].filter(isHere);
  const [place] = places;
  if (place === undefined || places.length > 1) {
    throw new Error(`${path}: this is found ${places.length} times:\n${before.join('\n')}`);
  }
  let at = place;
  const after = hunk.flatMap((line) => {
    if (line.startsWith('+')) return [line.slice(1)];
    const there = lines[at] ?? '';
    at += 1;
    return line.startsWith('-') ? [] : [there];
  });
  return [...lines.slice(0, place), ...after, ...lines.slice(at)];
}

/** Whether a line is the one that is meant; what ends in `…` stands for every line that begins so. */
const isLine = (line: string | undefined, meant: string): boolean =>
  meant.endsWith('…') ? (line?.startsWith(meant.slice(0, -1)) ?? false) : line === meant;
