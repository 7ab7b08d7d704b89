import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TailBytes } from './tail-bytes.ts';

it('keeps the last bytes, in whatever pieces they come', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 20 });
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 16 }), (chunks, size) => {
      const tail = new TailBytes(size);
      for (const chunk of chunks) tail.add(Buffer.from(chunk));
      const all = Buffer.concat(chunks);
      expect(tail.bytes).toEqual(all.subarray(-size));
    }),
  );
});
