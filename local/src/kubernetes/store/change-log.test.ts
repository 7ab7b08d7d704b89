import { describe, expect, it } from 'vitest';
import { ChangeLog } from './change-log.ts';
import type { Change } from './stored-object.ts';

function change(revision: number, size = 10): Change {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  const place = { storage: 'configmaps', namespace: 'default', name: 'a' };
  const current = { ...place, revision, object, body: 'x'.repeat(size) };
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

  it('holds no more than 64 MiB, however few changes that is', () => {
    const log = new ChangeLog(0);
    const large = 30 * 1024 * 1024;
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
