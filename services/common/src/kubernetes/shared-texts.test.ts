import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SharedTexts } from './shared-texts.ts';

describe('shared texts', () => {
  it('leave every value as it is', () => {
    const texts = new SharedTexts();
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 })), (values) => {
        const before = structuredClone(values);
        expect(texts.share(values)).toEqual(before);
      }),
    );
  });

  it('replace what was met before, in objects and arrays at any depth', () => {
    const texts = new SharedTexts();
    texts.share(['Ready']);
    const written: unknown[] = [];
    const target = { type: 'Ready', message: 'x'.repeat(201) };
    const watched = new Proxy(target, {
      set: (members, key, value: unknown) => {
        written.push([key, value]);
        return Reflect.set(members, key, value);
      },
    });
    texts.share({ conditions: [watched] });
    texts.share({ conditions: [watched] });
    expect(written).toEqual([
      ['type', 'Ready'],
      ['type', 'Ready'],
    ]);
  });

  it('forget what they know once it is too much, and go on', () => {
    const texts = new SharedTexts();
    const values = Array.from({ length: 1200 }, (_, place) => ({ name: `n-${place}`, kind: 'K' }));
    const before = structuredClone(values);
    expect(values.map((value) => texts.share(value))).toEqual(before);
  });
});
