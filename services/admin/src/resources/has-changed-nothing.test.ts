import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { describe, expect, it } from 'vitest';
import { hasChangedNothing } from './has-changed-nothing.ts';

const refused = (status: number) => new KubernetesError({ status, message: 'no' });
const broken = (code: string) => Object.assign(new Error(code), { code });

describe('a write that failed', () => {
  it.each([
    ['refused', refused(409)],
    ['refused for want of room', refused(429)],
    ['never sent', broken('ECONNREFUSED')],
    [
      'never sent to any address',
      new AggregateError([broken('ECONNREFUSED'), broken('ENETUNREACH')]),
    ],
  ])('has changed nothing where it was %s', (_, error) => {
    expect(hasChangedNothing(error)).toBe(true);
  });

  it.each([
    ['the server failed', refused(500)],
    ['the server timed out', refused(504)],
    ['the connection broke', broken('ECONNRESET')],
    ['no answer came', broken('UND_ERR_HEADERS_TIMEOUT')],
    ['it is not known why', new Error('?')],
    [
      'one of several may have come',
      new AggregateError([broken('ECONNREFUSED'), broken('ECONNRESET')]),
    ],
  ])('may have changed something where %s', (_, error) => {
    expect(hasChangedNothing(error)).toBe(false);
  });
});
