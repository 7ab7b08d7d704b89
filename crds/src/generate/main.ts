import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { kinds } from '../kinds.ts';
import { outputs } from './outputs.ts';

const root = join(import.meta.dirname, '../../..');
const check = process.argv.includes('--check');

/** Writes what is generated, or with `--check` says which files are stale. */
async function main(): Promise<void> {
  const stale: string[] = [];
  for (const [path, contents] of await outputs(kinds, root)) {
    const file = join(root, path);
    const present = existsSync(file) ? await readFile(file, 'utf8') : undefined;
    if (present === contents) continue;
    stale.push(path);
    if (check) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
  report(stale);
}

function report(stale: readonly string[]): void {
  if (stale.length === 0) process.stdout.write('generated files are up to date\n');
  else if (!check) process.stdout.write(stale.map((path) => `wrote ${path}\n`).join(''));
  else {
    process.stderr.write(`stale, run \`make generate\`:\n${stale.map((p) => `  ${p}\n`).join('')}`);
    process.exitCode = 1;
  }
}

await main();
