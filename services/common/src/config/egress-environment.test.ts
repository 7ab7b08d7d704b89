import { describe, expect, it } from 'vitest';
import { egress } from './egress-environment.ts';

describe('where requests may go, as a variable says it', () => {
  it.each([
    ['', { privateNetworks: false, loopback: false, networks: [] }],
    ['private', { privateNetworks: true, loopback: false, networks: [] }],
    [
      ' loopback, 192.0.2.0/24,fd12::/16 ',
      { privateNetworks: false, loopback: true, networks: ['192.0.2.0/24', 'fd12::/16'] },
    ],
  ])('reads "%s"', (text, expected) => {
    expect(egress.parse(text)).toEqual(expected);
  });

  it.each(['everything', '10.0.0.0', '10.0.0.0/33', 'private 10.0.0.0/8', 'fd12::/129'])(
    'refuses "%s" and says what can be written',
    (text) => {
      expect(egress.safeParse(text).error?.issues[0]?.message).toContain('private, loopback');
    },
  );
});
