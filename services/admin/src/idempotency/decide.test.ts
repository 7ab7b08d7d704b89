import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const asked = { fingerprint: 'f', secretId: 's', nowMs: NOW };
const known = {
  fingerprint: 'f',
  secret_id: 's',
  state: 'running',
  answer: null,
  lease_until: new Date(NOW + 1),
} as const;
const gone = { lease_until: new Date(NOW) };

describe('a request whose key is known', () => {
  it.each([
    ['is waited for while the first is running', known, 'wait'],
    ['is waited for while the first writes', { ...known, state: 'writing' }, 'wait'],
    [
      'is waited for until the next look takes over what nobody runs',
      { ...known, ...gone },
      'wait',
    ],
    ['is answered the same', { ...known, state: 'done', answer: 'a' }, 'replay'],
    [
      'is refused where the first wrote and is gone',
      { ...known, ...gone, state: 'writing' },
      'unknown_end',
    ],
    ['is refused where the answer was too large', { ...known, state: 'done' }, 'not_kept'],
    ['is refused where it is another one', { ...known, fingerprint: 'g' }, 'other_request'],
    [
      'is refused where it is another one of one that is done',
      { ...known, fingerprint: 'g', state: 'done', answer: 'a' },
      'other_request',
    ],
    [
      'is refused where the secret was replaced',
      { ...known, fingerprint: 'g', secret_id: 't' },
      'unreadable',
    ],
  ] as const)('%s', (_, record, wanted) => {
    const verdict = decide(record, asked);
    expect(verdict.type === 'refuse' ? verdict.refusal : verdict.type).toBe(wanted);
  });
});
