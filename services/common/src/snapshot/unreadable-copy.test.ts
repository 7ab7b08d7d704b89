import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { ManualClock } from '../kubernetes/testing/manual-clock.ts';
import { createLogger } from '../log/logger.ts';
import { SnapshotReceiver } from './receiver.ts';
import { SnapshotStore } from './store.ts';
import { snapshotWith } from './testing/snapshots.ts';

const SNAPSHOT = snapshotWith({ models: '["1"]' });

/** A data directory with a boot copy beside the snapshot's own. */
async function dataDirectory() {
  const path = await mkdtemp(join(tmpdir(), 'aicp-receiver-'));
  const packed = gzipSync(JSON.stringify(SNAPSHOT));
  await mkdir(join(path, 'boot/0'), { recursive: true });
  await writeFile(join(path, 'boot/0/meta'), JSON.stringify({ parts: 1, digest: sha256(packed) }));
  await writeFile(join(path, 'boot/0/part'), packed);
  await new SnapshotStore(join(path, 'snapshot')).save(SNAPSHOT);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Starts without an operator; gives where the snapshot came from, and what was logged. */
async function startIn(directory: string) {
  const logged: unknown[] = [];
  const write = (line: string): void => {
    logged.push(JSON.parse(line));
  };
  const receiver = new SnapshotReceiver({
    service: 'gateway',
    instance: 'gateway-0',
    version: '1',
    client: {
      poll: () => Promise.reject(new Error('connection refused')),
      close: () => Promise.resolve(),
    },
    directory: join(directory, 'snapshot'),
    bootDirectory: join(directory, 'boot'),
    apply: () => [],
    log: createLogger({ service: 'test', level: 'debug', destination: { write } }),
    clock: new ManualClock(),
    random: () => 0.5,
    registry: new Registry(),
  });
  await receiver.start();
  const origin = receiver.status?.origin;
  await receiver.stop();
  return { origin, logged };
}

it('a service whose copy on disk cannot be read starts from the boot copy, and says what to do', async () => {
  await using directory = await dataDirectory();
  const manifest = join(directory.path, 'snapshot/manifest.json');
  await rm(manifest);
  await mkdir(manifest);
  const { origin, logged } = await startIn(directory.path);
  expect(origin).toBe('boot');
  expect(await readdir(directory.path)).toContain('snapshot.unreadable');
  expect(logged).toContainEqual(
    expect.objectContaining({
      event: 'snapshot_copy_unreadable',
      level: 'warn',
      hint: 'It can be removed; the next snapshot is saved anew.',
    }),
  );
});

it('a service whose boot copy cannot be read starts from its disk', async () => {
  await using directory = await dataDirectory();
  await rm(join(directory.path, 'boot/0/meta'));
  await mkdir(join(directory.path, 'boot/0/meta'));
  const { origin, logged } = await startIn(directory.path);
  expect(origin).toBe('disk');
  expect(logged).toContainEqual(
    expect.objectContaining({ event: 'boot_copy_unreadable', level: 'warn' }),
  );
});
