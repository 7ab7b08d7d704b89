import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerStore } from './answer-store.ts';

const MEBIBYTE = 1 << 20;
const FOR_EVER = Number.MAX_SAFE_INTEGER;

const keyOf = (name: number | string): Buffer => hash('sha256', `key ${name}`, 'buffer');

/** Bytes that nothing else holds. */
const answerOf = (name: number | string, size: number): Buffer => {
  const bytes = Buffer.alloc(size, `${name} `);
  return bytes;
};

const small = fc.record({
  ...{ type: fc.constant('set' as const), key: fc.nat(40), size: fc.nat(3000) },
  ...{ version: fc.nat(1000), lasts: fc.integer({ min: 1, max: 30 }) },
});
const step = fc.oneof(
  { arbitrary: small, weight: 6 },
  { arbitrary: fc.record({ type: fc.constant('get' as const), key: fc.nat(40) }), weight: 6 },
  { arbitrary: fc.record({ type: fc.constant('delete' as const), key: fc.nat(40) }), weight: 1 },
  { arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.nat(10) }), weight: 2 },
);

describe('the memory of answers', () => {
  it('has what was kept last under a key, until its end, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const store = new AnswerStore({ maxBytes: MEBIBYTE });
        const model = new Map<number, { bytes: Buffer; endsAt: number }>();
        let now = 0;
        for (const one of steps) {
          if (one.type === 'wait') now += one.ms;
          else if (one.type === 'delete') {
            store.delete(keyOf(one.key));
            model.delete(one.key);
          } else if (one.type === 'set') {
            const bytes = answerOf(`${one.key}.${one.version}`, one.size);
            expect(store.set(keyOf(one.key), bytes, now + one.lasts, now)).toBe(true);
            model.set(one.key, { bytes, endsAt: now + one.lasts });
          } else {
            const kept = model.get(one.key);
            // All of it fits, so that nothing is let go.
            const expected = kept && kept.endsAt > now ? kept.bytes : undefined;
            expect(store.get(keyOf(one.key), now)).toEqual(expected);
          }
          expect(store.bytes).toBeLessThanOrEqual(MEBIBYTE);
          expect(store.entries).toBeLessThanOrEqual(model.size);
        }
      }),
    );
  });

  it('never takes more than its bound, nor gives one key the answer of another', () => {
    const sizes = fc.array(fc.tuple(fc.nat(200), fc.nat(60_000)), {
      minLength: 50,
      maxLength: 400,
    });
    fc.assert(
      fc.property(sizes, (all) => {
        const store = new AnswerStore({ maxBytes: MEBIBYTE });
        const last = new Map<number, Buffer>();
        for (const [key, size] of all) {
          const bytes = answerOf(`${key} ${size}`, size);
          expect(store.set(keyOf(key), bytes, FOR_EVER, 0)).toBe(true);
          last.set(key, bytes);
          expect(store.bytes).toBeLessThanOrEqual(MEBIBYTE);
          expect(store.get(keyOf(key), 0)).toEqual(bytes);
        }
        for (const [key, bytes] of last) {
          const found = store.get(keyOf(key), 0);
          if (found) expect(found.equals(bytes)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('keeps what is asked again and again while any number of others comes once', () => {
    const store = new AnswerStore({ maxBytes: 4 * MEBIBYTE });
    const answer = Buffer.alloc(2000);
    const hot = Array.from({ length: 300 }, (_, index) => keyOf(`hot ${index}`));
    for (const key of hot) store.set(key, answer, FOR_EVER, 0);
    let missed = 0;
    for (let once = 0; once < 30_000; once += 1) {
      store.set(keyOf(once), answer, FOR_EVER, 0);
      const key = hot[once % hot.length] ?? keyOf('none');
      if (store.get(key, 0)) continue;
      missed += 1;
      store.set(key, answer, FOR_EVER, 0);
    }
    expect(missed).toBeLessThan(300);
    expect(store.bytes).toBeLessThanOrEqual(4 * MEBIBYTE);
  });

  it('keeps no answer that would take a good part of it', () => {
    const store = new AnswerStore({ maxBytes: MEBIBYTE });
    const key = keyOf('large');
    store.set(key, Buffer.from('before'), FOR_EVER, 0);
    expect(store.set(key, Buffer.alloc(200_000), FOR_EVER, 0)).toBe(false);
    // What the key had is not its answer any more.
    expect(store.get(key, 0)).toBeUndefined();
    expect(store.set(key, Buffer.alloc(0), FOR_EVER, 0)).toBe(true);
    expect(store.get(key, 0)).toEqual(Buffer.alloc(0));
  });

  it('tells keys apart that differ in their last bit', () => {
    const store = new AnswerStore({ maxBytes: MEBIBYTE });
    const one = Buffer.alloc(32, 7);
    const other = Buffer.from(one);
    other[31] = 6;
    store.set(one, Buffer.from('one'), FOR_EVER, 0);
    expect(store.get(other, 0)).toBeUndefined();
    store.set(other, Buffer.from('other'), FOR_EVER, 0);
    expect(store.get(one, 0)?.toString()).toBe('one');
    store.delete(one);
    expect(store.get(other, 0)?.toString()).toBe('other');
  });

  it('looks at some thousands at once, and not at all, where all were asked again', () => {
    const store = new AnswerStore({ maxBytes: 4 * MEBIBYTE });
    const answer = Buffer.alloc(100);
    const keys: Buffer[] = [];
    // Until one has to go for the first time.
    while (store.entries === keys.length) {
      const key = keyOf(keys.length);
      store.set(key, answer, FOR_EVER, 0);
      for (let times = 0; times < 3; times += 1) store.get(key, 0);
      keys.push(key);
    }
    expect(keys.length).toBeGreaterThan(10_000);
    const gone = keys.findIndex((key) => !store.get(key, 0));
    expect(gone).toBe(4096);
    expect(store.entries).toBe(keys.length - 1);
  });

  it('keeps nothing in a bound without room for one page, and keeps to every other', () => {
    const page = 1024 * 256;
    for (const maxBytes of [0, 1, 3000, page, page + 500, page + 5000, 2 * page, 3 * page + 7]) {
      const store = new AnswerStore({ maxBytes });
      for (let name = 0; name < 2000; name += 1) {
        const isKept = store.set(keyOf(name), answerOf(name, (name * 37) % 3000), FOR_EVER, 0);
        expect(isKept).toBe(maxBytes > page);
        expect(store.bytes).toBeLessThanOrEqual(maxBytes);
        if (isKept) expect(store.get(keyOf(name), 0)).toHaveLength((name * 37) % 3000);
      }
    }
  });

  it('keeps what was asked once while another writes any number that nobody asks for', () => {
    const store = new AnswerStore({ maxBytes: 4 * MEBIBYTE });
    const answer = Buffer.alloc(2000);
    const hot = Array.from({ length: 300 }, (_, index) => keyOf(`hot ${index}`));
    for (const key of hot) store.set(key, answer, FOR_EVER, 0);
    for (const key of hot) store.get(key, 0);
    for (let once = 0; once < 30_000; once += 1) store.set(keyOf(once), answer, FOR_EVER, 0);
    expect(hot.filter((key) => store.get(key, 0))).toHaveLength(hot.length);
  });
});
