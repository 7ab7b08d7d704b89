import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { staleAmong, writeOutputs } from './write-outputs.ts';

const files = new Map([
  ['same.txt', 'same'],
  ['changed.txt', 'new'],
  ['folder/missing.txt', 'there'],
]);
let root = '';
let told = '';
const print = (text: string): void => {
  told += text;
};

beforeEach(async () => {
  told = '';
  root = await mkdtemp(join(tmpdir(), 'aicp-generate-'));
  await writeFile(join(root, 'same.txt'), 'same');
  await writeFile(join(root, 'changed.txt'), 'old');
});
afterEach(() => rm(root, { recursive: true }));

it('takes a file for stale that is missing or other than it would be written', async () => {
  expect([...(await staleAmong(files, root)).keys()]).toEqual([
    'changed.txt',
    'folder/missing.txt',
  ]);
});

it('writes the stale files, after which a check finds none', async () => {
  expect(await writeOutputs(files, { root, isCheck: false, print })).toBe(0);
  expect(await readFile(join(root, 'folder/missing.txt'), 'utf8')).toBe('there');
  expect(await writeOutputs(files, { root, isCheck: true, print })).toBe(0);
});

it('fails a check on stale files, and writes nothing', async () => {
  expect(await writeOutputs(files, { root, isCheck: true, print })).toBe(1);
  expect(told).toBe('stale, run `make generate`:\n  changed.txt\n  folder/missing.txt\n');
  expect(await readFile(join(root, 'changed.txt'), 'utf8')).toBe('old');
  expect(await readdir(root)).not.toContain('folder');
});
