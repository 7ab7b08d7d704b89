import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freeOffset } from '../data/ports.ts';
import { prepareTables } from '../tables/prepare-tables.ts';

// Makes the database's files with all tables in them, which a first start copies. Then starts an installation in a folder of its own and stops it, once after an installation of packages. Node keeps the code that it compiled
// (NODE_COMPILE_CACHE) when a process ends, so that the first start of a person has as little to compile as every later one. Where it cannot be
// started, the first start is slower and nothing else.
const program = join(import.meta.dirname, '../../bin/aicp');
const directory = await mkdtemp(join(tmpdir(), 'aicp-prepare-'));
const aicp = async (...args: string[]) =>
  await promisify(execFile)(process.execPath, [program, ...args, '--data-dir', directory]);
try {
  await prepareTables();
  try {
    await aicp(
      'up',
      '--detach',
      '--no-console',
      '--port-offset',
      String(await freeOffset(Math.random)),
    );
    await aicp('status');
  } finally {
    await aicp('down');
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`the first start will be slower: it could not be tried (${reason})\n`);
} finally {
  await rm(directory, { recursive: true, force: true });
}
