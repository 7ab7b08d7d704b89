import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The lines of the first block of shell commands on a page, or under one of its headings. Throws where there is none. */
export async function shellCommands(page: string, heading?: string): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  const section = heading === undefined ? text : text.split(`\n## ${heading}\n`)[1];
  const block = /```sh\n([\s\S]*?)```/.exec(section?.split('\n## ')[0] ?? '')?.[1];
  if (block === undefined)
    throw new Error(`${page} has no commands under "${heading ?? 'its title'}"`);
  return block.trimEnd().split('\n');
}

/** The commands that stand in a page's text and tables and begin with `kubectl`. */
export async function kubectlCommands(page: string): Promise<string[]> {
  const text = await readFile(join(ROOT, page), 'utf8');
  return [...text.matchAll(/`(kubectl [^`\n]+)`/g)].map(([, command]) => command!);
}
