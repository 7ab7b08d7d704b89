import { sha256, snapshotDigest } from '@aicp/contracts/snapshot/digest';
import type { Manifest } from '@aicp/contracts/snapshot/manifest';
import { describe, expect, it } from 'vitest';
import { EMPTY_INDEX, type SnapshotIndex } from '../commit/index-object.ts';
import { SectionStore } from '../commit/section-store.ts';
import { SnapshotFeed, deltaFor } from './feed.ts';

const store = new SectionStore();

function index(models: string, revision: number, epoch = 1): SnapshotIndex {
  const sections = { models: sha256(models), policies: sha256('[]') };
  store.remember(sections.models, models);
  store.remember(sections.policies, '[]');
  const services = { gateway: { digest: snapshotDigest(sections), sections } };
  return {
    ...EMPTY_INDEX,
    history: [{ epoch, revision, at: '', services, degraded: [] }],
  };
}

function published(models = '[1]', revision = 1): SnapshotFeed {
  const feed = new SnapshotFeed();
  feed.publish(index(models, revision), store);
  return feed;
}

const have = (feed: SnapshotFeed): Manifest => feed.current('gateway')!.manifest;
const never = new AbortController().signal;
const over = AbortSignal.abort();
const ask = (
  feed: SnapshotFeed,
  asked: Partial<Parameters<SnapshotFeed['next']>[1]>,
  signal = over,
) => feed.next('gateway', { have: null, rejected: null, ...asked }, signal);

describe('the feed', () => {
  it('answers at once who has nothing, or something older', async () => {
    const feed = published('[1]', 1);
    expect((await ask(feed, {}))?.contents['models']).toBe('[1]');
    const old = have(feed);
    feed.publish(index('[2]', 2), store);
    expect((await ask(feed, { have: old }))?.contents['models']).toBe('[2]');
  });

  it('lets wait who has the newest, and answers the moment that there is a newer one', async () => {
    const feed = published();
    const waiting = ask(feed, { have: have(feed) }, never);
    expect(feed.waiting).toBe(1);
    feed.publish(index('[2]', 2), store);
    expect((await waiting)?.manifest.revision).toBe(2);
    expect(feed.waiting).toBe(0);
  });

  it('answers with nothing when the wait is over', async () => {
    const feed = published();
    const wait = new AbortController();
    const waiting = ask(feed, { have: have(feed) }, wait.signal);
    wait.abort();
    expect(await waiting).toBeUndefined();
    expect(feed.waiting).toBe(0);
  });

  it('tells of a new revision with the same contents, so that an epoch gets about', async () => {
    const feed = published();
    const waiting = ask(feed, { have: have(feed) }, never);
    feed.publish(index('[1]', 2, 2), store);
    expect((await waiting)?.manifest).toMatchObject({ epoch: 2, revision: 2 });
  });

  it('never sends a replica back, nor what it has just refused', async () => {
    const feed = published();
    const current = have(feed);
    expect(await ask(feed, { have: { ...current, revision: 9 } })).toBeUndefined();
    const rejected = { digest: current.digest, errors: [{ section: 'models', message: 'x' }] };
    expect(await ask(feed, { rejected })).toBeUndefined();
  });

  it('replaces other contents at the same place, which a store that was set back leaves', async () => {
    const feed = published();
    const other = { ...have(feed), digest: 'other' };
    expect(await ask(feed, { have: other })).toBeDefined();
  });

  it('hands nothing out that is not whole', () => {
    const feed = published();
    const empty = new SectionStore();
    expect(feed.publish(index('[2]', 2), empty)).toBe(false);
    expect(have(feed).revision).toBe(1);
    expect(new SnapshotFeed().publish(EMPTY_INDEX, store)).toBe(false);
  });

  it('sends everybody elsewhere when it closes, and holds nobody afterwards', async () => {
    const feed = published();
    const waiting = ask(feed, { have: have(feed) }, never);
    feed.close();
    expect(await waiting).toBeUndefined();
    expect(await ask(feed, { have: have(feed) }, never)).toBeUndefined();
  });

  it('sends the sections that changed, and no others', () => {
    const feed = published('[1]', 1);
    const old = have(feed);
    feed.publish(index('[2]', 2), store);
    const snapshot = feed.current('gateway')!;
    expect(deltaFor(snapshot, old).changed).toEqual({ models: '[2]' });
    expect(deltaFor(snapshot, null).changed).toEqual({ models: '[2]', policies: '[]' });
  });
});
