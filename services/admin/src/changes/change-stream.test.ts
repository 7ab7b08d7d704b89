import { randomBytes } from 'node:crypto';
import { ManualClock, settle } from '@aicp/common/kubernetes/testing/manual-clock';
import { organization } from '@aicp/crds/organization';
import { team } from '@aicp/crds/team';
import type { Principal } from '@aicp/api-kit/access/principal';
import { beforeEach, describe, expect, it } from 'vitest';
import { collectionOf } from '../resources/collection.ts';
import type { StoredObject } from '../resources/stored-object.ts';
import { somebody } from '../resources/testing/resource-fixture.ts';
import type { ToldChange } from './change.ts';
import { ChangeFeed } from './change-feed.ts';
import { ChangeRing } from './change-ring.ts';
import { changeStream } from './change-stream.ts';
import { PlaceIds } from './place-ids.ts';

const teams = collectionOf(team);
const organizations = collectionOf(organization, {
  organizationOf: ({ metadata }) => metadata.name,
});

let versions = 0;
const teamOf = (name: string, organizationId: string, more: object = {}): StoredObject => {
  versions += 1;
  const resourceVersion = String(versions);
  const metadata = { name, uid: `${organizationId}/${name}`, generation: 1, resourceVersion };
  return {
    ...{ apiVersion: 'aicp.dev/v1alpha1', kind: 'Team', metadata: { ...metadata, ...more } },
    spec: { displayName: name, organizationId },
  };
};

describe('a stream of changes', () => {
  let clock: ManualClock;
  let ring: ChangeRing;
  let ids: PlaceIds;
  let feed: ChangeFeed;
  let ending: AbortController;
  let isHeld: boolean;

  beforeEach(() => {
    clock = new ManualClock();
    ring = new ChangeRing({ size: 100 });
    ids = new PlaceIds(randomBytes);
    feed = new ChangeFeed({ ring, clock });
    ending = new AbortController();
    isHeld = true;
  });

  /** Reads as fast as it is told, into what it gives. */
  const listen = (reader: Principal, lastEventId?: string) => {
    const texts: string[] = [];
    const stream = changeStream({
      ...{ ring, ids, reader, clock, lastEventId, signal: ending.signal },
      holds: () => Promise.resolve(isHeld),
    });
    const done = (async () => {
      for await (const text of stream) texts.push(text);
    })();
    const blocks = () => texts.join('').split('\n\n');
    return {
      done,
      texts,
      events: () => blocks().flatMap((block) => /^event: (.*)$/m.exec(block)?.[1] ?? []),
      told: () =>
        blocks()
          .filter((block) => block.includes('event: change'))
          .map((block) => JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '') as ToldChange),
      lastId: () =>
        texts
          .join('')
          .match(/^id: (.*)$/gm)
          ?.at(-1)
          ?.slice(4) ?? '',
    };
  };
  const inOrder = (told: readonly ToldChange[]): string[] =>
    told.map(({ type, id }) => `${type} ${id}`);
  const add = (object: StoredObject) =>
    feed.object({ collection: teams, object, previous: undefined });
  const update = (object: StoredObject, previous: StoredObject) =>
    feed.object({ collection: teams, object, previous });

  it('says hello, and what is created, updated and deleted', async () => {
    const { events, told } = listen(somebody('org_admin'));
    await settle();
    expect(events()).toEqual(['hello']);
    const one = teamOf('research', 'acme');
    add(one);
    await clock.advance(1_500);
    const two = teamOf('research', 'acme', { generation: 2 });
    update(two, one);
    await clock.advance(1_500);
    feed.object({ collection: teams, object: undefined, previous: two });
    await clock.advance(200);
    expect(inOrder(told())).toEqual(['created research', 'updated research', 'deleted research']);
    expect(told()[1]).toEqual({
      ...{ type: 'updated', resource_type: 'team', collection: '/api/v1/teams', id: 'research' },
      ...{ organization_id: 'acme', version: expect.stringMatching(/^2-/) as string },
    });
  });

  it('tells nobody of what they may not read, and of what they lose that it is gone', async () => {
    const acme = listen(somebody('org_admin'));
    const globex = listen(somebody('org_admin', { organizationId: 'globex' }));
    const member = listen(somebody('member', { teamIds: ['other'] }));
    const platform = listen(somebody('platform_admin'));
    await settle();
    const before = teamOf('research', 'acme');
    add(before);
    await clock.advance(1_500);
    const moved: StoredObject = {
      ...before,
      spec: { ...before.spec, organizationId: 'globex' },
      metadata: { ...before.metadata, generation: 2 },
    };
    update(moved, before);
    await clock.advance(200);
    expect(inOrder(acme.told())).toEqual(['created research', 'deleted research']);
    expect(acme.told()[1]?.organization_id).toBe('acme');
    expect(inOrder(globex.told())).toEqual(['created research']);
    expect(inOrder(platform.told())).toEqual(['created research', 'updated research']);
    expect(member.told()).toEqual([]);
    expect(acme.texts.join('')).not.toContain('globex');
  });

  it('names the platform’s objects to nobody below who may not read them', async () => {
    const finance = listen(somebody('viewer'));
    await settle();
    feed.object({
      collection: organizations,
      previous: undefined,
      object: { ...teamOf('globex', 'x'), kind: 'Organization' },
    });
    await clock.advance(200);
    expect(finance.told()).toEqual([]);
  });

  it('tells of a storm the first change at once, then one a second, and the last state', async () => {
    const { told } = listen(somebody('org_admin'));
    await settle();
    let object = teamOf('research', 'acme');
    const first = object;
    add(object);
    const last = { generation: 7 };
    for (let step = 0; step < 3_000; step += 1) {
      const next = teamOf('research', 'acme', step === 2_999 ? last : {});
      update(next, object);
      object = next;
      if (step % 100 === 99) await clock.advance(100);
    }
    expect(first).not.toBe(object);
    await clock.advance(2_500);
    expect(told().length).toBeGreaterThanOrEqual(4);
    expect(told().length).toBeLessThanOrEqual(5);
    expect(told().at(-1)?.version).toMatch(/^7-/);
    await clock.advance(5_000);
    expect(told().length).toBeLessThanOrEqual(5);
  });

  it('goes on behind the last event that the client had', async () => {
    const first = listen(somebody('org_admin'));
    await settle();
    add(teamOf('one', 'acme'));
    await clock.advance(200);
    ending.abort();
    await first.done;
    add(teamOf('two', 'acme'));
    ending = new AbortController();
    const again = listen(somebody('org_admin'), first.lastId());
    await settle();
    expect(again.events()).toEqual(['hello', 'change']);
    expect(inOrder(again.told())).toEqual(['created two']);
  });

  it('keeps up with what is told to others, so that a quiet client can go on', async () => {
    const quiet = listen(somebody('org_admin', { organizationId: 'globex' }));
    await settle();
    for (let index = 0; index < 90; index += 1) add(teamOf(`t${index}`, 'acme'));
    await clock.advance(15_000);
    ending.abort();
    await quiet.done;
    ending = new AbortController();
    for (let index = 0; index < 90; index += 1) add(teamOf(`u${index}`, 'acme'));
    const again = listen(somebody('org_admin', { organizationId: 'globex' }), quiet.lastId());
    await settle();
    expect(again.events()).toEqual(['hello']);
  });

  it.each([
    ['of another process', () => new PlaceIds(randomBytes).idOf(101)],
    ['of what is not kept any more', () => ids.idOf(0)],
    ['of what has not been yet', () => ids.idOf(1_000)],
    ['of nobody', () => 'A'.repeat(22)],
    ['of nothing', () => 'nonsense'],
    ['that is empty', () => ''],
  ])('tells a client to read anew where it cannot go on from an id %s', async (_, id) => {
    for (let index = 0; index < 101; index += 1) add(teamOf(`t${index}`, 'acme'));
    const { events } = listen(somebody('org_admin'), id());
    await settle();
    expect(events()).toEqual(['hello', 'reset']);
  });

  it('shows by no id how much changes in other organizations', async () => {
    const idsSeen = new Set<string>();
    for (let time = 0; time < 3; time += 1) {
      const { lastId } = listen(somebody('org_admin', { organizationId: 'globex' }));
      await settle();
      idsSeen.add(lastId());
    }
    // Nothing changed between them, and nobody can tell: each id is another one, and none shows its place.
    expect(idsSeen.size).toBe(3);
    for (const id of idsSeen) expect(id).toMatch(/^[\w-]{22}$/);
  });

  it('tells a client that falls behind to read anew, and keeps nothing for it', async () => {
    const stream = changeStream({
      ...{ ring, ids, clock, lastEventId: undefined, signal: ending.signal },
      ...{ reader: somebody('org_admin'), holds: () => Promise.resolve(true) },
    });
    await stream.next();
    for (let index = 0; index < 1_000; index += 1) add(teamOf(`t${index}`, 'acme'));
    expect((await stream.next()).value).toContain('event: reset');
    add(teamOf('late', 'acme'));
    const next = stream.next();
    await clock.advance(200);
    expect((await next).value).toContain('"id":"late"');
    await stream.return(undefined);
  });

  it('says each 15 seconds that somebody is there, and ends after five minutes', async () => {
    const { done, texts } = listen(somebody('org_admin'));
    await clock.advance(46_000);
    expect(texts.filter((text) => text.startsWith(': alive'))).toHaveLength(3);
    await clock.advance(260_000);
    await done;
  });

  it('ends within seconds where its token does not hold any more', async () => {
    const { done } = listen(somebody('org_admin'));
    await settle();
    isHeld = false;
    await clock.advance(5_000);
    await done;
  });

  it('tells of facts to whom they are for', async () => {
    const fact = {
      ...{ resourceType: 'access_request', collection: '/api/v1/model-access/requests' },
      ...{ id: '7', organization: 'acme' },
      isFor: ({ organizationId }: Principal) => organizationId === 'acme',
    };
    const acme = listen(somebody('member'));
    const globex = listen(somebody('member', { organizationId: 'globex' }));
    await settle();
    feed.fact(fact);
    await clock.advance(200);
    expect(acme.told()).toEqual([
      {
        ...{ type: 'updated', resource_type: 'access_request', organization_id: 'acme', id: '7' },
        collection: '/api/v1/model-access/requests',
      },
    ]);
    expect(globex.told()).toEqual([]);
  });
});
