import { describe, expect, it } from 'vitest';
import { costTags } from './cost-tags.ts';

describe('tags of a request', () => {
  it('are short texts of the body, then of the header, and 32 at most', () => {
    const long = 'x'.repeat(257);
    expect(costTags({ app: 'a', number: 1, long, [long]: 'x' }, { app: 'b', env: 'e' })).toEqual({
      app: 'a',
      env: 'e',
    });
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`t${index}`, 'v']));
    expect(Object.keys(costTags(many, {}) ?? {})).toHaveLength(32);
    expect(costTags({}, {})).toBeUndefined();
  });

  it('are what rows can hold, so that gateways and the ledger count them under one name', () => {
    expect(costTags({ 'x\u0000': 'a\u0000b', x: 'later', half: '\ud800' }, {})).toEqual({
      x: 'ab',
      half: '\ufffd',
    });
  });
});
