import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MOST_STATE, STATE_MS, StateSeal, type StateBounds } from './state-seal.ts';

const SECRET = 'the secret of all replicas of this installation';
const bounds = fc.record({
  principal: fc.string(),
  server: fc.record({ id: fc.string(), uid: fc.string() }),
  method: fc.constantFrom('tools/call', 'prompts/get'),
  what: fc.option(fc.string(), { nil: undefined }),
});
const state = fc.string({ unit: 'grapheme', maxLength: 200 });

const given: StateBounds = {
  ...{ principal: 'ann', server: { id: 'one', uid: '1' } },
  ...{ method: 'tools/call', what: 'ask' },
};

it('is opened by every replica, for what it was sealed for alone', () => {
  const clock = new ManualClock();
  fc.assert(
    fc.property(bounds, bounds, state, (one, another, text) => {
      const sealed = new StateSeal(SECRET, clock).seal(one, text);
      const replica = new StateSeal(SECRET, clock);
      expect(replica.open(one, sealed)).toBe(text);
      fc.pre(JSON.stringify(one) !== JSON.stringify(another));
      expect(() => replica.open(another, sealed)).toThrow('not given to you');
    }),
  );
});

it('is opened in no other text than the one that was given', () => {
  const seal = new StateSeal(SECRET, new ManualClock());
  const index = fc.nat();
  fc.assert(
    fc.property(state, index, fc.constantFrom('A', 'B', '_', '='), (text, at, letter) => {
      const sealed = seal.seal(given, text);
      const place = at % sealed.length;
      const changed = sealed.slice(0, place) + letter + sealed.slice(place + 1);
      fc.pre(changed !== sealed);
      expect(() => seal.open(given, changed)).toThrow('not given to you');
    }),
  );
});

it('holds for an hour', async () => {
  const clock = new ManualClock();
  const seal = new StateSeal(SECRET, clock);
  const sealed = seal.seal(given, 'mine');
  await clock.advance(STATE_MS);
  expect(seal.open(given, sealed)).toBe('mine');
  await clock.advance(1);
  expect(() => seal.open(given, sealed)).toThrow('more than an hour ago');
});

it('has a bound on both ways', () => {
  const seal = new StateSeal(SECRET, new ManualClock());
  const longest = '猫'.repeat(MOST_STATE);
  expect(seal.open(given, seal.seal(given, longest))).toBe(longest);
  for (const bad of [`${longest}.`, '\ud800', 7, null]) {
    expect(() => seal.seal(given, bad)).toThrow('no text of at most');
  }
  for (const bad of ['A'.repeat(1_000_000), '', 7, null]) {
    expect(() => seal.open(given, bad)).toThrow('not given to you');
  }
});

it('is opened with no other secret', () => {
  const clock = new ManualClock();
  const sealed = new StateSeal(SECRET, clock).seal(given, 'mine');
  expect(() => new StateSeal('another', clock).open(given, sealed)).toThrow('not given to you');
});
