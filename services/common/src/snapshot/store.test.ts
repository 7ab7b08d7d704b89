import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import { describe, expect, it } from 'vitest';
import { isWhole, loadBootCopy, SnapshotStore, type UnreadableCopy } from './store.ts';
import { snapshotWith } from './testing/started-receiver.ts';
import { Registry } from 'prom-client';
import { ManualClock } from '../kubernetes/testing/manual-clock.ts';
import { createLogger } from '../log/logger.ts';
import { SnapshotReceiver } from './receiver.ts';

async function temporary() {
  const path = await mkdtemp(join(tmpdir(), 'aicp-store-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

const ONE = snapshotWith({ models: '["a"]', 'keys-0': '["k"]' });
const TWO = snapshotWith({ models: '["b"]', 'keys-0': '["k"]' }, { revision: 2 });

describe('the store', () => {
  it('gives back what it was given, for the owner’s eyes alone', async () => {
    await using directory = await temporary();
    const folder = join(directory.path, 'snapshot');
    const store = new SnapshotStore(folder);
    expect(await store.load()).toBeUndefined();
    await store.save(ONE);
    expect(await new SnapshotStore(folder).load()).toEqual(ONE);
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
  });

  it('keeps no section that the newest does not name, and rewrites none that it does', async () => {
    await using directory = await temporary();
    const store = new SnapshotStore(directory.path);
    await store.save(ONE);
    const shared = join(directory.path, `${ONE.manifest.sections['keys-0'] ?? ''}.section`);
    const before = await stat(shared);
    await store.save(TWO);
    expect((await stat(shared)).ino).toBe(before.ino);
    expect(await readdir(directory.path)).toHaveLength(3);
    expect(await store.load()).toEqual(TWO);
  });

  it.each<[string, (section: string) => Promise<unknown>]>([
    ['has other bytes', (section) => writeFile(section, '["evil"]')],
    ['is a directory', (section) => rm(section).then(() => mkdir(section))],
  ])('mends a section of an earlier process that %s, and says which', async (_what, damage) => {
    await using directory = await temporary();
    await new SnapshotStore(directory.path).save(ONE);
    const name = `${ONE.manifest.sections.models ?? ''}.section`;
    await damage(join(directory.path, name));
    const store = new SnapshotStore(directory.path);
    expect(await store.save(ONE)).toEqual([name]);
    expect(await store.load()).toEqual(ONE);
    expect(await store.save(ONE)).toEqual([]);
  });

  it.each<[string, (manifest: string, section: string) => Promise<unknown>]>([
    ['its manifest is cut off', (file) => truncate(file, 20)],
    ['its manifest is of another shape', (file) => writeFile(file, '{"manifest":{}}')],
    ['its manifest is a directory', (file) => rm(file).then(() => mkdir(file))],
    ['a section was tampered with', (_file, section) => writeFile(section, '["evil"]')],
    ['a section is gone', (_file, section) => rm(section)],
    ['a section is a directory', (_file, section) => rm(section).then(() => mkdir(section))],
  ])('has nothing to give where %s, puts that aside, and goes on', async (_what, damage) => {
    await using directory = await temporary();
    const folder = join(directory.path, 'snapshot');
    const store = new SnapshotStore(folder);
    const section = join(folder, `${ONE.manifest.sections.models ?? ''}.section`);
    for (const _time of [1, 2]) {
      await store.save(ONE);
      await damage(join(folder, 'manifest.json'), section);
      const found: UnreadableCopy[] = [];
      expect(await store.restore((copy) => found.push(copy))).toBeUndefined();
      expect(found).toMatchObject([{ movedTo: `${folder}.unreadable` }]);
      expect((await readdir(directory.path)).sort()).toEqual(['snapshot.unreadable']);
    }
    await store.save(TWO);
    expect(await store.load()).toEqual(TWO);
  });
});

it('a snapshot is whole when every section has the digest that is promised', () => {
  expect(isWhole(ONE)).toBe(true);
  expect(isWhole({ ...ONE, contents: { models: '["a"]' } })).toBe(false);
  expect(isWhole({ ...ONE, contents: { ...ONE.contents, models: '[]' } })).toBe(false);
});

describe('the boot copy', () => {
  /** Mounts a snapshot as the operator's Secrets show it, in this many parts. */
  async function mount(directory: string, parts: number, digest?: string) {
    const packed = gzipSync(JSON.stringify(ONE));
    const size = Math.ceil(packed.length / parts);
    for (let index = 0; index < parts; index += 1) {
      const folder = join(directory, String(index));
      await mkdir(folder);
      const meta = { parts, digest: digest ?? sha256(packed) };
      await writeFile(join(folder, 'meta'), JSON.stringify(meta));
      await writeFile(join(folder, 'part'), packed.subarray(index * size, (index + 1) * size));
    }
  }

  it.each([1, 3])('is put together from %i parts', async (parts) => {
    await using directory = await temporary();
    await mount(directory.path, parts);
    expect(await loadBootCopy(directory.path)).toEqual(ONE);
  });

  it('is none where it is absent, lacks a part, or is half refreshed', async () => {
    await using directory = await temporary();
    expect(await loadBootCopy(directory.path)).toBeUndefined();
    await mount(directory.path, 3);
    await rm(join(directory.path, '2', 'part'));
    expect(await loadBootCopy(directory.path)).toBeUndefined();
    await using other = await temporary();
    await mount(other.path, 2, sha256('something else'));
    expect(await loadBootCopy(other.path)).toBeUndefined();
  });
});

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
