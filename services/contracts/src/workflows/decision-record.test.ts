import { describe, expect, it } from 'vitest';
import { saidIn } from './decision-record.ts';

describe('what somebody sent for a step that waits', () => {
  it('approves by a plain true', () => {
    expect(saidIn({ approved: true })).toEqual({ approved: true, comment: null });
  });

  it.each([
    ...[undefined, null, true, false, 'no', {}, { comment: 1 }],
    ...[false, 'false', 'true', 0, 1, null].map((approved) => ({ approved })),
  ])('approves by nothing else: %j', (payload) => {
    expect(saidIn(payload)).toEqual({ approved: false, comment: null });
  });

  it('says a comment as far as it can be stored', () => {
    expect(saidIn({ comment: 'a\0b' }).comment).toBe('a\uFFFDb');
    const { comment } = saidIn({ comment: `${'x'.repeat(999)}\u{1F600}` });
    expect(comment).toBe(`${'x'.repeat(999)}\uFFFD`);
  });
});
