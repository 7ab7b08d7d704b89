import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BodyBytes } from './body-bytes.ts';

it('a body is what came, in whatever pieces', () => {
  const piece = fc.tuple(fc.nat(255), fc.oneof(fc.nat(10), fc.nat(200_000)));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, isDeclared) => {
      const chunks = pieces.map(([byte, length]) => Buffer.alloc(length, byte));
      const whole = Buffer.concat(chunks);
      const body = new BodyBytes(isDeclared ? whole.length : 2_400_000);
      for (const chunk of chunks) body.add(chunk);
      expect(body.length).toBe(whole.length);
      expect(body.take().equals(whole)).toBe(true);
    }),
    { numRuns: 100 },
  );
});
