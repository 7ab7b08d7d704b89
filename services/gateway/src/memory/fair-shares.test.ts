import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Admission, Place } from './admission.ts';
import { FairShares } from './fair-shares.ts';
import { BYTES, Holders, LARGE_BYTES, SLOTS } from './holders.ts';
import { BodyShare, RequestMemory } from './request-memory.ts';

const KIB = 1024;
const SHARES = { organization: 0.8, key: 0.9 };
const LARGE_BODY = 256 * KIB;

/** A request that was let in. */
interface Live {
  readonly organization: string;
  readonly key: string;
  readonly body: BodyShare;
  bytes: number;
  readonly end: () => void;
}

/** What requests go through, without a server. */
class Door {
  readonly live: Live[] = [];
  readonly memory: RequestMemory;
  readonly admission: Admission;
  readonly holders = new Holders();

  constructor(slots: number, memoryBytes: number) {
    this.memory = new RequestMemory(memoryBytes, new FairShares(SHARES));
    this.admission = new Admission({ limit: slots, memory: this.memory, bodyLimit: memoryBytes });
  }

  /** Begins a request; why not, where it is turned away. */
  arrive(organization: string, key: string): string | undefined {
    const response = new EventEmitter() as unknown as ServerResponse;
    const request = { headers: {} } as unknown as IncomingMessage;
    const reason = this.admission.admit(request, response);
    if (reason !== undefined) return reason;
    const holder = this.holders.of({ organization, key });
    const used = this.admission.used - 1;
    const obstacle = this.admission.shareObstacle({ holder, used, declared: 0 });
    if (obstacle !== undefined) {
      response.emit('close');
      return obstacle;
    }
    const place = new Place(holder);
    const body = new BodyShare(this.memory, holder);
    const end = (): void => {
      response.emit('close');
      place.leave();
      body.release();
    };
    this.live.push({ organization, key, body, bytes: 0, end });
    return undefined;
  }

  /** Ends one of those under way. */
  end(index: number): void {
    this.live.splice(index, 1)[0]?.end();
  }

  /** How many of them are some organization's, or key's. */
  count(organization: string, key?: string): number {
    return this.live.filter((one) => isOf(one, organization, key)).length;
  }
}

const isOf = (one: Live, organization: string, key: string | undefined): boolean =>
  one.organization === organization && (key === undefined || one.key === key);

/** The rule, as it is documented, of amounts that are added up anew. */
function isWithin(
  door: Door,
  asked: { organization: string; key: string; amount: number; own: number; limit: number },
  amountOf: (one: Live) => number,
): boolean {
  const { organization, key, amount, own, limit } = asked;
  const sum = (some: readonly Live[]): number =>
    some.reduce((total, one) => total + amountOf(one), 0);
  const all = sum(door.live);
  const theirs = sum(door.live.filter((one) => isOf(one, organization, undefined)));
  const keys = sum(door.live.filter((one) => isOf(one, organization, key)));
  if (all + amount > limit) return false;
  if (2 * (all + amount) <= limit) return true;
  const most = SHARES.organization * (limit - (all - theirs));
  if (theirs > own && theirs + amount > most) return false;
  return keys === own || keys + amount <= SHARES.key * (most - (theirs - keys));
}

const name = fc.constantFrom('a', 'b', 'c');
const arrival = fc.record({ kind: fc.constant('arrive' as const), organization: name, key: name });
const sending = fc.record({
  kind: fc.constant('send' as const),
  index: fc.nat(40),
  bytes: fc.oneof(fc.nat(64 * KIB), fc.nat(700 * KIB)),
});
const ending = fc.record({ kind: fc.constant('end' as const), index: fc.nat(40) });
const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: arrival },
    { weight: 4, arbitrary: sending },
    { weight: 2, arbitrary: ending },
  ),
  { maxLength: 120 },
);

/** Begins a request, and holds what comes of it to the rule. */
function arrive(door: Door, { organization, key }: { organization: string; key: string }): void {
  const { limit } = door.admission;
  const isNew = door.count(organization) === 0 && door.live.length < limit;
  const expected = isWithin(door, { organization, key, amount: 1, own: 0, limit }, () => 1);
  const isIn = door.arrive(organization, key) === undefined;
  expect(isIn).toBe(expected);
  if (isNew) expect(isIn).toBe(true);
}

/** Sends a piece of a body; what finds no room ends its request. */
function send(door: Door, one: Live, amount: number): void {
  const { limit } = door.memory.all;
  const asked = { ...one, amount, own: one.bytes, limit };
  const fits = isWithin(door, asked, ({ bytes }) => bytes);
  const isTaken = one.body.take(amount);
  // What is larger has to fit among large ones, too.
  if (one.bytes + amount <= LARGE_BODY) expect(isTaken).toBe(fits);
  if (isTaken) expect(fits).toBe(true);
  if (isTaken) one.bytes += amount;
  else door.end(door.live.indexOf(one));
}

function expectNothingHeld({ admission, memory, holders }: Door): void {
  expect([admission.used, memory.all.used, memory.large.used]).toEqual([0, 0, 0]);
  for (const organization of ['a', 'b', 'c']) {
    for (const key of ['a', 'b', 'c']) {
      const holder = holders.of({ organization, key });
      expect([holder.isIdle, holder.organization.isIdle]).toEqual([true, true]);
    }
  }
}

describe('shares', () => {
  it('let in and refuse as documented, keep nothing of what is over, and let a newcomer in while there is a slot', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), acts, (slots, all) => {
        const door = new Door(slots, 3 * KIB * KIB);
        for (const act of all) {
          const one = 'index' in act ? door.live[act.index % door.live.length] : undefined;
          if (act.kind === 'arrive') arrive(door, act);
          else if (one && act.kind === 'send') send(door, one, act.bytes);
          else if (one) door.end(door.live.indexOf(one));
          expect(door.admission.used).toBe(door.live.length);
        }
        while (door.live.length > 0) door.end(0);
        expectNothingHeld(door);
      }),
      { numRuns: 300 },
    );
  });

  it('leave a fifth to others of what one organization asks for without end, and again of that', () => {
    const door = new Door(1000, KIB);
    const ask = (organization: string): number => {
      for (let n = 0; n < 1000; n += 1) door.arrive(organization, String(n));
      return door.count(organization);
    };
    expect(['a', 'b', 'c'].map(ask)).toEqual([800, 160, 32]);
  });

  it('come to the same for all who ask without end, whoever came first', () => {
    const door = new Door(1000, KIB);
    for (let n = 0; n < 1000; n += 1) door.arrive('a', String(n));
    for (let round = 0; round < 4000; round += 1) {
      // The oldest ends, and each asks.
      door.end(0);
      for (const organization of ['a', 'b', 'c']) door.arrive(organization, String(round));
    }
    const held = ['a', 'b', 'c'].map((organization) => door.count(organization));
    for (const one of held) expect(Math.abs(one - (0.8 / 2.6) * 1000)).toBeLessThan(10);
  });

  it('leave room for the other keys of an organization where one of them asks without end', () => {
    const door = new Door(1000, KIB);
    for (let n = 0; n < 1000; n += 1) door.arrive('a', 'greedy');
    expect(door.count('a')).toBe(720);
    expect(door.arrive('a', 'greedy')).toBe('key_share');
    expect(door.arrive('a', 'modest')).toBeUndefined();
    for (let n = 0; n < 1000; n += 1) door.arrive('a', String(n));
    expect(door.arrive('a', 'late')).toBe('organization_share');
  });

  it('let one organization have all bytes but those that are left to others', () => {
    const limit = 3 * KIB * KIB;
    const door = new Door(1000, limit);
    const fill = (organization: string): number => {
      for (let n = 0; n < 100; n += 1) {
        door.arrive(organization, String(n));
        if (door.live.at(-1)?.body.take(100 * KIB) === false) door.end(door.live.length - 1);
      }
      return door.count(organization);
    };
    expect(['a', 'b'].map(fill)).toEqual([24, 5]);
  });
});

describe('holders', () => {
  it('forget those who hold nothing, and none who holds something', () => {
    const holders = new Holders();
    const busy = holders.of({ organization: 'a', key: 'busy' });
    busy.add(SLOTS, 1);
    busy.add(BYTES, 7);
    busy.add(LARGE_BYTES, 5);
    for (let n = 0; n < 20_000; n += 1) holders.of({ organization: `o${n % 7}`, key: String(n) });
    expect(holders.keys).toBeLessThanOrEqual(4096);
    expect(holders.of({ organization: 'a', key: 'busy' })).toBe(busy);
    expect(busy.organization.of(BYTES)).toBe(7);
  });

  it('keep keys of one name in two organizations apart, and those of no organization together', () => {
    const holders = new Holders();
    const [one, other] = ['a', 'b'].map((organization) => holders.of({ organization, key: 'k' }));
    expect(one).not.toBe(other);
    const platform = ['k', 'l'].map((key) => holders.of({ organization: undefined, key }));
    expect(platform[0]?.organization).toBe(platform[1]?.organization);
  });
});
