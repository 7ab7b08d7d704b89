import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Marks } from '../testing/marks-of-bodies.ts';

const PROGRAM = join(import.meta.dirname, '../testing/marks-of-bodies.ts');

/** How often a process of its own marks its heap while 750 MiB of bodies come and go, and 8 MiB of them are there. */
async function marksOf(...most: number[]): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...most.map(String)]);
  return (JSON.parse(stdout) as Marks).marks;
}

test('bodies that come and go have the heap marked a few times, not after every 64 MiB', async () => {
  const before = await marksOf();
  expect(before).toBeGreaterThan(5);
  expect(await marksOf(134_217_728)).toBeLessThan(before / 2);
});

test('while more bytes of bodies are there than may be, the heap is marked as V8 has it', async () => {
  expect(await marksOf(1)).toBeGreaterThan(5);
});
