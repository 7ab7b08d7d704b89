import { cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newApi, storedMap, temporaryDirectories } from '../testing/new-api.ts';
import { ObjectDatabase, StoreInUse } from './database.ts';
import { ObjectStore } from './object-store.ts';
import { StoredObject, type Change } from './stored-object.ts';
import { ChangeLog } from './change-log.ts';

const PLACE = 'configmaps';

describe('the object store', () => {
  const directory = temporaryDirectories();
  const open = (path: string, maxChanges?: number): [ObjectStore, ObjectDatabase] => {
    const database = new ObjectDatabase(path);
    const limit = maxChanges === undefined ? {} : { maxChanges };
    return [new ObjectStore({ database, restore: (_, object) => object, ...limit }), database];
  };
  const names = (objects: readonly { name: string }[] | undefined) => objects?.map((o) => o.name);

  it('finds every object again, and goes on counting, after it was opened anew', () => {
    const path = directory();
    const [store, database] = open(path);
    store.put(PLACE, storedMap('a', { data: { k: '1' } }));
    const changed = store.put(PLACE, storedMap('a', { data: { k: '2' } }));
    const gone = store.put(PLACE, storedMap('b'));
    const { revision } = store.remove(gone);
    database.close();

    const [again, other] = open(path);
    expect(again.get(PLACE, 'default', 'a')?.object).toEqual(changed.object);
    expect(again.get(PLACE, 'default', 'b')).toBeUndefined();
    expect(again.revision).toBe(revision);
    expect(again.put(PLACE, storedMap('c')).revision).toBe(revision + 1);
    other.close();
  });

  it('has what was written on the disk, together and one after another, while it is open', async () => {
    const [from, to] = [directory(), directory()];
    const [store, database] = open(from);
    await store.durable();
    store.put(PLACE, storedMap('a'));
    const first = store.durable();
    store.put(PLACE, storedMap('b'));
    await Promise.all([first, store.durable()]);
    store.put(PLACE, storedMap('c'));
    await store.durable();
    // As after a crash: nothing was closed.
    cpSync(from, to, { recursive: true });
    database.close();
    const [again, other] = open(to);
    expect(names(again.list(PLACE))).toEqual(['a', 'b', 'c']);
    other.close();
  });

  it('keeps its file to its owner', () => {
    const path = directory();
    const [store, database] = open(path);
    store.put(PLACE, storedMap('a'));
    for (const file of readdirSync(path)) {
      expect(statSync(join(path, file)).mode & 0o777, file).toBe(0o600);
    }
    database.close();
  });

  it('is held by one process at a time', () => {
    const path = directory();
    const [store, database] = open(path);
    store.put(PLACE, storedMap('a'));
    expect(() => new ObjectDatabase(path)).toThrow(StoreInUse);
    database.close();
    const [, again] = open(path);
    again.close();
  });

  it('lists in the order of keys, by namespace where asked', () => {
    const [store, database] = open(directory());
    for (const name of ['b', 'a-b', 'a', 'ab']) store.put(PLACE, storedMap(name));
    const elsewhere = storedMap('0');
    elsewhere.metadata.namespace = 'zzz';
    store.put(PLACE, elsewhere);
    expect(names(store.list(PLACE))).toEqual(['a', 'a-b', 'ab', 'b', '0']);
    expect(names(store.list(PLACE, 'default'))).toEqual(['a', 'a-b', 'ab', 'b']);
    database.close();
  });

  it('lists what was there at an earlier revision', () => {
    const [store, database] = open(directory());
    store.put(PLACE, storedMap('a', { data: { k: '1' } }));
    const { revision } = store.put(PLACE, storedMap('b'));
    store.put(PLACE, storedMap('a', { data: { k: '2' } }));
    const b = store.get(PLACE, 'default', 'b');
    if (b) store.remove(b);
    store.put(PLACE, storedMap('c'));
    const then = store.listAt(PLACE, '', revision);
    expect(names(then)).toEqual(['a', 'b']);
    expect(then?.[0]?.object['data']).toEqual({ k: '1' });
    database.close();
  });

  it('remembers so many changes, and says when some of them are gone', () => {
    const [store, database] = open(directory(), 3);
    const start = store.revision;
    for (const name of ['a', 'b', 'c', 'd']) store.put(PLACE, storedMap(name));
    expect(store.changesSince(start)).toBeUndefined();
    expect(store.listAt(PLACE, '', start)).toBeUndefined();
    expect(store.oldestRevision).toBe(start + 1);
    expect(store.changesSince(start + 1)?.map(({ current }) => current.name)).toEqual([
      'b',
      'c',
      'd',
    ]);
    expect(store.changesSince(store.revision)).toEqual([]);
    database.close();
  });

  it('knows no changes from before it was opened', () => {
    const path = directory();
    const [store, database] = open(path);
    const { revision } = store.put(PLACE, storedMap('a'));
    store.put(PLACE, storedMap('b'));
    database.close();
    const [again, other] = open(path);
    expect(again.changesSince(revision)).toBeUndefined();
    expect(again.changesSince(again.revision)).toEqual([]);
    other.close();
  });

  it('tells listeners each change with what was there before, until they leave', () => {
    const [store, database] = open(directory());
    const told: Change[] = [];
    const leave = store.subscribe((change) => told.push(change));
    store.put(PLACE, storedMap('a', { data: { k: '1' } }));
    const second = store.put(PLACE, storedMap('a', { data: { k: '2' } }));
    store.remove(second);
    leave();
    store.put(PLACE, storedMap('b'));
    expect(told.map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
    expect(told[1]?.previous?.object['data']).toEqual({ k: '1' });
    expect(told[2]?.current.object.metadata.resourceVersion).toBe(String(told[2]?.revision));
    database.close();
  });

  it('brings stored objects into today’s form, and leaves out what has no place any more', () => {
    const path = directory();
    const api = newApi(path);
    api.store.put('configmaps', storedMap('kept'));
    api.store.put('things.old.dev', storedMap('gone'));
    api.database.close();
    const database = new ObjectDatabase(path);
    const store = new ObjectStore({
      database,
      restore: (storage, object) =>
        storage === 'things.old.dev' ? undefined : { ...object, data: { added: 'yes' } },
    });
    expect(store.get('configmaps', 'default', 'kept')?.object['data']).toEqual({ added: 'yes' });
    expect(store.list('things.old.dev')).toEqual([]);
    database.close();
  });
});

function change(revision: number, size = 10): Change {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'default' },
    data: { text: 'x'.repeat(size) },
  };
  const current = new StoredObject('configmaps', object, revision);
  return { type: 'MODIFIED', revision, current, previous: undefined };
}
const revisions = (changes: readonly Change[] | undefined) => changes?.map((c) => c.revision);

describe('the change log', () => {
  it('goes on from any revision that it still holds, over many rounds', () => {
    const log = new ChangeLog(0, 10);
    for (let revision = 1; revision <= 1000; revision += 1) {
      log.add(change(revision));
      const oldest = Math.max(0, revision - 10);
      expect(log.floor).toBe(oldest);
      expect(log.since(oldest)).toHaveLength(revision - oldest);
      expect(log.since(oldest - 1)).toBeUndefined();
      expect(revisions(log.since(revision - 1))).toEqual([revision]);
    }
  });

  it('holds no more than 6 MiB, however few changes that is', () => {
    const log = new ChangeLog(0);
    const large = 2.5 * 1024 * 1024;
    for (const revision of [1, 2, 3]) log.add(change(revision, large));
    expect(log.floor).toBe(1);
    expect(revisions(log.since(1))).toEqual([2, 3]);
  });

  it('has nothing to tell of a revision that has not come', () => {
    const log = new ChangeLog(5);
    log.add(change(6));
    expect(log.since(99)).toEqual([]);
  });
});
