import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unescaped } from './unescaped.ts';

const of = (text: string): string => unescaped(Buffer.from(text)).bytes.toString();

it('undoes what JSON writes, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, isAscii) => {
      const plain = JSON.stringify(text).slice(1, -1);
      const written = isAscii
        ? plain.replace(
            /[^\x20-\x7e]/g,
            (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
        : plain;
      expect(of(written)).toBe(Buffer.from(text).toString());
    }),
  );
});

it('leaves alone what is no escape', () => {
  for (const text of ['', '\\', 'a\\', '\\x41', '\\u', '\\u00', '\\u00g1', 'C:\\dir'])
    expect(of(text)).toBe(text);
});

it('tells where each character came from', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'é', '"', '😀'), fc.boolean())), (all) => {
      const pieces = all.map(([one, isEscaped]) =>
        isEscaped || one === '"'
          ? Array.from({ length: one.length }, (_, at) => {
              return `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`;
            }).join('')
          : one,
      );
      const { bytes, originOf } = unescaped(Buffer.from(pieces.join('')));
      let [place, origin] = [0, 0];
      for (const [index, [one]] of all.entries()) {
        expect(originOf(place)).toBe(origin);
        place += Buffer.byteLength(one);
        origin += Buffer.byteLength(pieces[index] ?? '');
      }
      expect(bytes.toString()).toBe(all.map(([one]) => one).join(''));
      expect(originOf(place)).toBe(origin);
    }),
  );
});
