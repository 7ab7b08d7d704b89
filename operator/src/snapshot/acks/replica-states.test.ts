import { canonicalJson, sha256, snapshotDigest } from '@aicp/contracts/snapshot/digest';
import { describe, expect, it } from 'vitest';
import { EMPTY_INDEX, type SnapshotIndex } from '../commit/index-object.ts';
import { SectionStore } from '../commit/section-store.ts';
import type { Report } from './ack-book.ts';
import { replicaStatesOf } from './replica-states.ts';

const store = new SectionStore();

/** A revision in which the model is of this generation. */
function revisionWith(revision: number, generation: number) {
  const source = { kind: 'Model', name: 'm', uid: 'u', generation };
  const bytes = canonicalJson([{ id: 'm', source }]);
  const sections = { models: sha256(bytes) };
  store.remember(sections.models, bytes);
  const gateway = { digest: snapshotDigest(sections), sections };
  return { epoch: 1, revision, at: `at ${revision}`, services: { gateway }, degraded: [] };
}

const history = [revisionWith(4, 3), revisionWith(3, 2), revisionWith(2, 1)];
const index: SnapshotIndex = { ...EMPTY_INDEX, history };

function report(instance: string, revision: number, more: Partial<Report> = {}): Report {
  const found = history.find((one) => one.revision === revision);
  const applied = found ? { epoch: 1, revision, ...found.services.gateway } : null;
  return { service: 'gateway', instance, version: '1', applied, rejected: null, at: 0, ...more };
}

const states = (reports: Report[], uid?: string) =>
  replicaStatesOf({
    index,
    known: new Map([
      ['gateway', new Set(['a', 'b', 'c'])],
      ['cost', new Set<string>()],
    ]),
    expected: new Map([['gateway', new Set(['a', 'b'])]]),
    reports,
    store,
    uid,
  });

describe('what replicas run', () => {
  it('is told of each that is one of the installation, with since when it is behind', () => {
    const said = states([report('a', 4), report('b', 2), report('stranger', 2)]);
    expect(said).toMatchObject({ revision: '1.4', installed: ['cost', 'gateway'] });
    expect(said.replicas).toMatchObject([
      { instance: 'a', ready: true, state: 'up_to_date', revision: '1.4', behind_since: null },
      { instance: 'b', ready: true, state: 'behind', revision: '1.2', behind_since: 'at 3' },
      { instance: 'c', ready: false, state: 'silent', revision: null, version: null },
    ]);
  });

  it('is told with the answers that a gateway keeps, where it says so', () => {
    const health = { at: '2026-01-01T00:00:00.000Z', providers: [], models: [] };
    const [a, b] = states([
      report('a', 4, { health: { ...health, cache: { entries: 7 } } }),
      report('b', 4, { health }),
    ]).replicas;
    expect(a).toHaveProperty('cached_answers', 7);
    expect(b).not.toHaveProperty('cached_answers');
  });

  it('says why one rejects the newest, and of which object that is', () => {
    const source = { kind: 'Model', name: 'm', uid: 'u', generation: 3 };
    const { digest } = history[0]!.services.gateway;
    const rejected = { digest, errors: [{ source, section: 'models', message: 'too deep' }] };
    const [a] = states([report('a', 3, { rejected })], 'u').replicas;
    expect(a).toMatchObject({
      state: 'rejected',
      message: 'too deep',
      generation: 2,
      refused: { generation: 3, message: 'too deep' },
    });
  });

  it('says which generation of an object each runs', () => {
    const generations = (uid: string) =>
      states([report('a', 4), report('b', 2)], uid).replicas.map(({ generation }) => generation);
    expect(generations('u')).toEqual([3, 1, undefined]);
    expect(generations('other')).toEqual([null, null, undefined]);
  });
});
