import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { BytesAhead } from './bytes-ahead.ts';

describe('bytes that wait for their turn', () => {
  it('are all that came, in order, and nothing of it waits twice', () => {
    const pieces = fc.array(
      fc.uint8Array({ minLength: 1, maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 4 }), (rounds) => {
        const ahead = new BytesAhead();
        for (const round of rounds) {
          for (const piece of round) ahead.add(piece);
          const all = Buffer.concat(round);
          expect(ahead.length).toBe(all.length);
          expect(ahead.take() ?? Buffer.alloc(0)).toEqual(all);
          expect([ahead.take(), ahead.length]).toEqual([undefined, 0]);
        }
      }),
    );
  });

  it('leave what came first as it was, for whoever has it still', () => {
    const chunk = Buffer.from('first and more');
    const ahead = new BytesAhead();
    ahead.add(chunk.subarray(0, 5));
    ahead.add(Buffer.from(', next'));
    expect(String(chunk)).toBe('first and more');
    expect(String(ahead.take())).toBe('first, next');
  });

  it('are copied a few times in all, one byte at a time, and take two bytes of memory each', () => {
    const made = vi.spyOn(Buffer, 'allocUnsafeSlow');
    const ahead = new BytesAhead();
    for (let at = 0; at < 100_000; at += 1) ahead.add(Buffer.from([at % 256]));
    expect(made.mock.calls.length).toBeLessThan(20);
    made.mockRestore();
    const bytes = ahead.take();
    expect(bytes?.length).toBe(100_000);
    expect(bytes?.buffer.byteLength).toBeLessThanOrEqual(200_000);
  });
});
