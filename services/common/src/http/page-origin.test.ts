import { describe, expect, it } from 'vitest';
import { isForLoopback, mayPageCall } from './page-origin.ts';

describe('a page that calls a service', () => {
  it.each([
    [undefined, 'evil.example:8085', true],
    ['http://evil.example', '127.0.0.1:8085', false],
    ['http://evil.example:8085', 'evil.example:8085', false],
    ['null', 'localhost:8085', false],
    ['https://console.example', 'aicp.example', true],
    ['http://localhost:8085', 'localhost:8085', true],
    ['http://[::1]:8085', '[::1]:8085', true],
    ['http://localhost:3000', 'localhost:8085', false],
  ])('from %s at %s may: %s', (origin, host, may) => {
    expect(mayPageCall({ origin, host }, ['https://console.example'])).toBe(may);
  });

  it('may from anywhere where every origin may', () => {
    expect(mayPageCall({ origin: 'http://evil.example', host: 'x' }, '*')).toBe(true);
  });

  it.each(['localhost', 'LOCALHOST:1', '127.0.0.1:8085', '[::1]'])(
    'names this machine as %s',
    (host) => {
      expect(isForLoopback({ host })).toBe(true);
    },
  );

  it.each([undefined, 'localhost.evil.example', '127.0.0.1.evil.example', 'x@127.0.0.1'])(
    'does not name this machine as %s',
    (host) => {
      expect(isForLoopback({ host })).toBe(false);
    },
  );
});
