import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskProblem, probeFolder, whyNotReady } from './why-not-ready.ts';

const silent = {
  ...{ said: '', exitCode: 1, signal: null, disk: undefined, logs: '/data/logs' },
};
const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });

it('names a full disk and what to do, although its process could say nothing', () => {
  const disk = diskProblem(full, '/data');
  expect(disk).toBe(
    '/data cannot be written (ENOSPC), the disk is full: make room on it, or name another --data-dir',
  );
  expect(whyNotReady({ ...silent, disk })).toBe(
    `it did not become ready:\n${disk ?? ''}\nthe logs are in /data/logs`,
  );
});

it('passes on what the process said last', () => {
  expect(whyNotReady({ ...silent, said: 'port 4000 is taken' })).toContain(
    ':\nport 4000 is taken\n',
  );
});

it.each([
  [{ exitCode: 7 }, 'ended with 7'],
  [{ exitCode: null, signal: 'SIGKILL' as const }, 'ended by SIGKILL'],
  [{ exitCode: null }, 'took too long'],
])('never leaves the reason empty: %j', (more, says) => {
  expect(whyNotReady({ ...silent, ...more })).toContain(says);
});

it('tries to write into a folder, makes it where it is missing, and leaves nothing behind', async () => {
  const root = await mkdtemp(join(tmpdir(), 'aicp-probe-'));
  const folder = join(root, 'data');
  expect(probeFolder(folder)).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
  await rm(root, { recursive: true });
});

it('makes nothing of other errors', () => {
  expect(diskProblem(new Error('odd'), '/data')).toBeUndefined();
});
