import { describe, expect, it } from 'vitest';
import { keyIn } from './key-in.ts';

const sent = (key: string | undefined) => keyIn({ get: () => key } as never);

describe('an Idempotency-Key', () => {
  it.each(['a', '5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10', '"two words"', 'x'.repeat(255), undefined])(
    'is taken: %j',
    (key) => {
      expect(sent(key)).toBe(key);
    },
  );

  it.each(['', 'x'.repeat(256), 'ключ', 'é', 'a\tb', 'a\u007f'])('is refused: %j', (key) => {
    expect(() => sent(key)).toThrow(
      expect.objectContaining({
        status: 422,
        message: expect.stringContaining('printable ASCII') as string,
      }) as Error,
    );
  });
});
