import { describe, expect, it } from 'vitest';
import { saidIn } from './decision-record.ts';

describe('what somebody sent for a step that waits', () => {
  it.each([[false], [{ approved: false }]])('declines by %j', (payload) => {
    expect(saidIn(payload)).toEqual({ approved: false, comment: null });
  });

  it.each([[undefined], [null], [true], ['no'], [{}], [{ approved: 'false' }], [{ comment: 1 }]])(
    'approves by %j',
    (payload) => {
      expect(saidIn(payload)).toEqual({ approved: true, comment: null });
    },
  );

  it('says a comment as far as it can be stored', () => {
    expect(saidIn({ comment: 'a\0b' }).comment).toBe('a\uFFFDb');
    const { comment } = saidIn({ comment: `${'x'.repeat(999)}\u{1F600}` });
    expect(comment).toBe(`${'x'.repeat(999)}\uFFFD`);
  });
});
