import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  leftLine,
  MISSING,
  placeOf,
  RUNNING,
  settleLeft,
  told,
  UNTIL,
} from '../testing/left-responses.ts';
import { model, provider } from '../testing/fragments.ts';
import type { Told } from './left/ask-provider.ts';

const DAY_MS = 86_400_000;
const DONE = told('completed', [100, 7]);
const never = new Promise<never>(() => undefined);

const settleNow = (options: Omit<Parameters<typeof settleLeft>[0], 'clock'>) =>
  settleLeft({ clock: new ManualClock(), ...options });

describe('responses that go on', () => {
  it('are settled once, whoever sees the end first and however often', async () => {
    await using left = settleNow({ lines: [leftLine(1)], ask: () => DONE });
    left.backgrounds.start();
    await left.clock.advance(1);
    const { body } = DONE as Extract<Told, { kind: 'document' }>;
    left.backgrounds.seen(placeOf(1), body);
    await left.backgrounds.endBefore(placeOf(1));
    await left.clock.advance(180_000);
    // 1,000 nano-USD for a token in, 2,000 for one out.
    expect(left.of(1)).toMatchObject([{ tok: [100, 0, 0, 7, 0], cost: 114_000 }]);
    expect(left.of(1)[0]).not.toHaveProperty('est');
    expect(left.asked).toHaveLength(1);
  });

  it('are asked for at most once a minute, for a day, and count then with what was likely', async () => {
    await using left = settleNow({ lines: [leftLine(1)], ask: () => RUNNING });
    left.backgrounds.start();
    await left.clock.advance(1_800_000);
    expect(left.asked.length).toBeLessThan(30 + 8);
    left.clock.jump(DAY_MS - 1_800_000 - 120_000);
    await left.clock.advance(119_000);
    expect(left.of(1)).toEqual([]);
    await left.clock.advance(62_000);
    expect(left.of(1)).toMatchObject([{ end: 'unknown', est: 1, tok: [10, 0, 0, 20, 0] }]);
    const { length } = left.asked;
    await left.clock.advance(180_000);
    expect(left.asked).toHaveLength(length);
    expect(left.backgrounds.pending).toBe(0);
  }, 60_000);

  it('are asked for once more where the day was over before this process began', async () => {
    await using left = settleNow({ lines: [leftLine(1), leftLine(2)], ask: answers });
    function answers({ place }: { place: { upstreamId: string } }) {
      return place.upstreamId === 'resp_1' ? DONE : RUNNING;
    }
    left.clock.jump(UNTIL - left.clock.now() + DAY_MS);
    left.backgrounds.start();
    await left.clock.advance(1_000);
    expect(left.of(1)).toMatchObject([{ tok: [100, 0, 0, 7, 0] }]);
    expect(left.of(2)).toMatchObject([{ end: 'unknown', est: 1 }]);
  });

  it('do not wait for a provider that keeps others waiting', async () => {
    const hanging = Array.from({ length: 20 }, (_, index) => leftLine(index, { at: 'slow' }));
    await using left = settleNow({
      lines: [...hanging, leftLine(77)],
      ask: ({ place, signal }) =>
        place.provider === 'slow' ? untilAborted(signal) : Promise.resolve(DONE),
    });
    left.backgrounds.start();
    await left.clock.advance(1_000);
    expect(left.of(77)).toMatchObject([{ tok: [100, 0, 0, 7, 0] }]);
    expect(left.asked.filter((one) => !one.endsWith('77'))).toHaveLength(4);
  });

  it('are asked for less and less often where that fails, which is told each time, and keeps nobody else', async () => {
    await using left = settleNow({
      lines: [leftLine(1), leftLine(2)],
      ask: ({ place }) => {
        if (place.upstreamId === 'resp_1') throw new TypeError('a fault');
        return DONE;
      },
    });
    left.backgrounds.start();
    await left.clock.advance(10_000);
    expect(left.of(2)).toHaveLength(1);
    expect(left.asked.filter((one) => one.endsWith('_1'))).toHaveLength(3);
    expect(left.logged.filter(({ event }) => event === 'background_not_settled')).toHaveLength(3);
  });

  it('log no error where all is well', async () => {
    const all: Told[] = [{ kind: 'untold', detail: 'the provider answered 503' }, RUNNING, DONE];
    await using left = settleNow({ lines: [leftLine(1)], ask: () => all.shift() ?? DONE });
    left.backgrounds.start();
    await left.clock.advance(60_000);
    expect(left.of(1)).toHaveLength(1);
    expect(left.logged.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  });

  it('are gone where their provider does not have them twice in a row', async () => {
    const all = [MISSING, RUNNING, MISSING, MISSING];
    await using left = settleNow({ lines: [leftLine(1)], ask: () => all.shift() ?? DONE });
    left.backgrounds.start();
    await left.clock.advance(10_000);
    expect(left.of(1)).toEqual([]);
    await left.clock.advance(10_000);
    expect(left.of(1)).toMatchObject([{ end: 'unknown', est: 1 }]);
  });

  it('are read before they are deleted, where their provider knows no way to cancel them', async () => {
    await using left = settleNow({
      lines: [leftLine(1)],
      ask: ({ method }) => (method === 'POST' ? MISSING : DONE),
    });
    await left.backgrounds.endBefore(placeOf(1));
    expect(left.asked).toEqual(['POST resp_1/cancel', 'GET resp_1']);
    expect(left.of(1)).toMatchObject([{ tok: [100, 0, 0, 7, 0] }]);
  });

  it('are another one’s where only the provider’s id is the same', async () => {
    await using left = settleNow({ lines: [leftLine(1)], ask: () => RUNNING });
    left.backgrounds.start();
    await left.clock.advance(1);
    const { body } = DONE as Extract<Told, { kind: 'document' }>;
    for (const other of [
      { provider: 'another' },
      { identityDigest: 'of a Provider before it' },
      { credential: 'second' },
    ])
      left.backgrounds.seen({ ...placeOf(1), ...other }, body);
    expect(left.of(1)).toEqual([]);
  });

  it('are not settled before the journal is read, of which they would count twice', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await using left = settleNow({
      ...{ lines: [leftLine(1)], ask: () => DONE, ready: () => promise },
    });
    left.backgrounds.start();
    const { body } = DONE as Extract<Told, { kind: 'document' }>;
    left.backgrounds.seen(placeOf(1), body);
    await left.clock.advance(5_000);
    expect(left.of(1)).toEqual([]);
    resolve(undefined);
    await left.clock.advance(1_000);
    expect(left.of(1)).toHaveLength(1);
  });

  it('stay open where the process ends while they are asked for', async () => {
    const left = settleNow({
      lines: [leftLine(1, { until: 0 })],
      ask: ({ signal }) => untilAborted(signal),
    });
    left.backgrounds.start();
    await left.clock.advance(1);
    expect(left.asked).toHaveLength(1);
    await left.backgrounds.stop();
    expect(left.of(1)).toEqual([]);
  });

  it('have room for so many of one organization, and for others beside them', async () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => leftLine(index));
    await using left = settleNow({ lines, ask: () => never });
    const alice = { organization: undefined, key: 'alice' };
    expect(left.backgrounds.hasRoomFor(alice)).toBe(false);
    expect(left.backgrounds.hasRoomFor({ organization: undefined, key: 'bob' })).toBe(true);
    expect(left.backgrounds.hasRoomFor({ organization: 'alice', key: 'alice' })).toBe(true);
  });
});

describe('what a response of an earlier process costs', () => {
  const outcomeBy = async (fragments: Parameters<typeof settleNow>[0]['fragments']) => {
    await using left = settleNow({
      ...{ lines: [leftLine(1)], ask: () => DONE },
      ...(fragments ? { fragments } : {}),
    });
    left.backgrounds.start();
    await left.clock.advance(1);
    return left.of(1)[0];
  };
  const providers = [provider('sim', { type: 'openai' })];

  it('goes by what was used, at the prices of its time, where its model or its provider is gone', async () => {
    expect(await outcomeBy({ providers, models: [] })).toMatchObject({ cost: 114_000 });
    expect(await outcomeBy({ providers: [], models: [] })).toMatchObject({ cost: 114_000 });
  });

  it('goes by the prices of its time where others were set since', async () => {
    const prices = { input: '9000000000', output: '9000000000' };
    const dearer = model('small', 'sim', { prices, priceVersion: 'v2' });
    expect(await outcomeBy({ providers, models: [dearer] })).toMatchObject({ cost: 114_000 });
  });

  it('is that of all its tokens, to the nano-USD', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9_000 }), fc.nat(9_000), async (input, output) => {
        await using left = settleNow({
          ...{ lines: [leftLine(1)], ask: () => told('completed', [input, output]) },
        });
        left.backgrounds.start();
        await left.clock.advance(1);
        expect(left.of(1)).toMatchObject([{ cost: 1_000 * input + 2_000 * output }]);
      }),
      { numRuns: 20 },
    );
  });

  it('is nothing where it has no price and none is taken for zero, and not known where it is not', async () => {
    const free = { priced: false } as const;
    for (const [unpriced, cost] of [
      ['zero', 0],
      ['unknown', undefined],
    ] as const) {
      await using left = settleNow({
        lines: [leftLine(1, { unpriced }, free), leftLine(2, { unpriced }, free)],
        ask: ({ place }) => (place.upstreamId === 'resp_1' ? DONE : told('cancelled')),
        fragments: { providers, models: [model('small', 'sim')] },
      });
      left.backgrounds.start();
      await left.clock.advance(1);
      expect([left.of(1)[0]?.cost, left.of(2)[0]?.cost]).toEqual([cost, cost]);
    }
  });
});

/** A provider that never answers. */
const untilAborted = (signal: AbortSignal): Promise<Told> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve({ kind: 'untold', detail: 'nobody waits for the answer any more' });
    });
  });
