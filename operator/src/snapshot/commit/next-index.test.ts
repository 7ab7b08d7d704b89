import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SECTIONS } from '@aicp/contracts/snapshot/sections';
import { EMPTY_INDEX, type SnapshotIndex } from './index-object.ts';
import { isAhead, nextIndex, sectionDigests, type NextIndexInput } from './next-index.ts';

const NAMES = Object.keys(SECTIONS.gateway);
const digests = (text: string): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, `${name}:${text}`]));

const input = (index: SnapshotIndex, more: Partial<NextIndexInput> = {}): NextIndexInput => ({
  index,
  digests: digests('a'),
  degraded: [],
  refused: [],
  defaults: [],
  pin: undefined,
  furthest: undefined,
  term: 1,
  now: '2026-01-01T00:00:00Z',
  ...more,
});

/** Commits one after the other, each with these digests. */
function committed(...texts: string[]): SnapshotIndex {
  return texts.reduce<SnapshotIndex>(
    (index, text) => nextIndex(input(index, { digests: digests(text) })) ?? index,
    EMPTY_INDEX,
  );
}

const revisions = (index: SnapshotIndex | undefined) =>
  index?.history.map(({ epoch, revision }) => `${epoch}.${revision}`);
const sections = (index: SnapshotIndex | undefined) =>
  index?.history[0]?.services['gateway']?.sections ?? {};

describe('the next index', () => {
  it('begins at epoch 1, revision 1', () => {
    expect(revisions(committed('a'))).toEqual(['1.1']);
  });

  it('is none where the committed one says it all', () => {
    expect(nextIndex(input(committed('a'), { now: '2030-01-01T00:00:00Z' }))).toBeUndefined();
  });

  it('has a new revision where a section changed, or what is degraded', () => {
    const index = committed('a');
    expect(revisions(nextIndex(input(index, { digests: digests('b') })))).toEqual(['1.2', '1.1']);
    const degraded = nextIndex(input(index, { degraded: ['RoutingPolicy/x'] }));
    expect(revisions(degraded)).toEqual(['1.2', '1.1']);
    expect(degraded?.history[0]?.services).toEqual(index.history[0]?.services);
  });

  it('has no new revision where only a leader, a refusal or a default is new: no replica need know', () => {
    const index = committed('a');
    const refused = [{ uid: 'u', generation: 1, section: 'models', message: 'x', by: 'gateway 1' }];
    for (const more of [{ term: 2 }, { refused }, { defaults: ['ControlPlane/default'] }]) {
      const next = nextIndex(input(index, more));
      expect(next).toBeDefined();
      expect(next?.history).toEqual(index.history);
    }
  });

  it('keeps the last five revisions and forgets the parts of the others', () => {
    let index = committed('a', 'b', 'c', 'd', 'e');
    index = {
      ...index,
      parts: Object.fromEntries(sectionDigests(index.history).map((d) => [d, [d]])),
    };
    const next = nextIndex(input(index, { digests: digests('f') }));
    expect(revisions(next)).toEqual(['1.6', '1.5', '1.4', '1.3', '1.2']);
    expect(Object.keys(next?.parts ?? {})).not.toContain('models:a');
    expect(Object.keys(next?.parts ?? {})).toContain('models:b');
  });
});

describe('a pin', () => {
  const index = committed('a', 'b');

  it('hands an old revision out as a new one, but for keys and credentials', () => {
    const next = nextIndex(input(index, { digests: digests('c'), pin: 1 }));
    expect(revisions(next)).toEqual(['1.3', '1.2', '1.1']);
    expect(sections(next)).toMatchObject({
      models: 'models:a',
      policies: 'policies:a',
      settings: 'settings:a',
      credentials: 'credentials:c',
      'keys-0': 'keys-0:c',
    });
  });

  it('changes nothing more while only pinned sections change', () => {
    const next = nextIndex(input(index, { digests: digests('b'), pin: 1 }));
    const changed = { ...digests('b'), models: 'models:z' };
    expect(nextIndex(input(next!, { digests: changed, pin: 1 }))).toBeUndefined();
  });

  it('keeps its revision however many commits follow', () => {
    let pinned: SnapshotIndex = index;
    for (let n = 0; n < 9; n += 1) {
      pinned = nextIndex(input(pinned, { digests: digests(`k${n}`), pin: 1 })) ?? pinned;
    }
    expect(revisions(pinned)).toContain('1.1');
    expect(sections(pinned)['models']).toBe('models:a');
  });

  it.each([99, 'unreadable'] as const)('of %s freezes what is served', (pin) => {
    const next = nextIndex(input(index, { digests: digests('c'), pin }));
    expect(sections(next)).toMatchObject({ models: 'models:b', 'keys-1': 'keys-1:c' });
  });

  it('that is taken away gives what was compiled last', () => {
    const pinned = nextIndex(input(index, { digests: digests('c'), pin: 1 }))!;
    expect(sections(nextIndex(input(pinned, { digests: digests('c') })))).toEqual(digests('c'));
  });
});

describe('a store that was set back', () => {
  const index = committed('a', 'b');

  it('gets a new epoch, later than any that was seen, though nothing else changed', () => {
    const next = nextIndex(
      input(index, { digests: digests('b'), furthest: { epoch: 4, revision: 90 } }),
    );
    expect(revisions(next)).toEqual(['5.3', '1.2', '1.1']);
  });

  it('is known by a replica that is further, or at the same place with something else', () => {
    const [current] = index.history;
    const digest = current?.services['gateway']?.digest ?? '';
    expect(isAhead({ epoch: 1, revision: 3 }, current)).toBe(true);
    expect(isAhead({ epoch: 2, revision: 1 }, current)).toBe(true);
    expect(isAhead({ epoch: 1, revision: 2, digest: 'other' }, current)).toBe(true);
    expect(isAhead({ epoch: 1, revision: 2, digest }, current)).toBe(false);
    expect(isAhead({ epoch: 1, revision: 1, digest: 'other' }, current)).toBe(false);
    expect(isAhead({ epoch: 1, revision: 1 }, undefined)).toBe(true);
  });
});

it('never goes back, whatever happens', () => {
  const step = fc.record({
    digests: fc.constantFrom('a', 'b', 'c').map(digests),
    pin: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    furthest: fc.option(
      fc.record({
        epoch: fc.integer({ min: 1, max: 4 }),
        revision: fc.integer({ min: 1, max: 9 }),
      }),
      { nil: undefined },
    ),
    term: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let index: SnapshotIndex = EMPTY_INDEX;
      for (const one of steps) {
        const before = index.history[0];
        index = nextIndex(input(index, one)) ?? index;
        const now = index.history[0]!;
        if (before) expect(isAhead(now, before) || now === before).toBe(true);
        if (one.furthest) expect(isAhead(one.furthest, now)).toBe(false);
      }
    }),
  );
});
