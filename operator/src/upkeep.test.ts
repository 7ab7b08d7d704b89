import { randomBytes } from 'node:crypto';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { createCompiler } from './compile/compile.ts';
import { NOTHING_BEFORE } from './compile/types.ts';
import { CommittedIndex, digestsOf } from './snapshot/commit/committed-index.ts';
import { nextIndex } from './snapshot/commit/next-index.ts';
import { SectionStore } from './snapshot/commit/section-store.ts';
import { SnapshotFeed } from './snapshot/serve/feed.ts';
import { upkeep } from './upkeep.ts';

const namespace = 'ns';

/** A leader that has committed an empty snapshot for every service. */
async function leader(installed: readonly string[]) {
  const api = new FakeKubernetes();
  const { log } = recordingLog();
  const store = new SectionStore();
  const committed = new CommittedIndex({ api, namespace, store, log });
  await committed.read();
  const compiled = createCompiler()(
    { objects: [], bindings: new Map(), secret: () => undefined, isTimeZone: () => true },
    NOTHING_BEFORE,
  );
  const next = nextIndex({
    index: committed.index,
    digests: digestsOf(compiled, store),
    degraded: [],
    refused: [],
    defaults: [],
    pin: undefined,
    furthest: undefined,
    term: 1,
    now: '2026-01-01T00:00:00Z',
  });
  if (next) await committed.commit(next);
  const feed = new SnapshotFeed();
  feed.publish(committed.index, store);
  return {
    api,
    parts: {
      ...{ api, namespace, committed, feed, log },
      fieldManager: 'aicp-operator',
      isLeader: () => true,
      installed: () => installed,
      clock: systemClock,
    },
  };
}

const copies = (api: FakeKubernetes): string[] =>
  api
    .all(SECRETS)
    .map(({ metadata }) => metadata.name)
    .filter((name) => name.startsWith('aicp-boot-'))
    .sort();

describe('upkeep', () => {
  it('writes the copies that pods start from, of the services that are installed and no others', async () => {
    const { api, parts } = await leader(['gateway']);
    expect(await upkeep(parts)).toBe(false);
    expect(copies(api)).toEqual(['aicp-boot-gateway-0']);
    await upkeep({ ...parts, installed: () => ['gateway', 'admin', 'unknown'] });
    expect(copies(api)).toEqual(['aicp-boot-admin-0', 'aicp-boot-gateway-0']);
  });

  it('says that a snapshot is too large for a copy, and goes on', async () => {
    const { parts } = await leader(['gateway']);
    const { log, entries } = recordingLog();
    const manifest = { epoch: 1, revision: 1, digest: 'd', sections: {} };
    const contents = { models: randomBytes(5_900_000).toString('hex') };
    const feed = { current: () => ({ manifest, degraded: [], contents }) };
    expect(await upkeep({ ...parts, feed, log })).toBe(false);
    expect(entries).toMatchObject([
      { level: 'warn', event: 'boot_copy_too_large', service: 'gateway', parts: 9, most: 8 },
    ]);
  });

  it('is the leader’s alone', async () => {
    const { api, parts } = await leader(['gateway']);
    await upkeep({ ...parts, isLeader: () => false });
    expect(copies(api)).toEqual([]);
  });
});
