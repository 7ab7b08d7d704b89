import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  addressGuard,
  ForbiddenAddress,
  isNeverAllowed,
  LOCAL_TOO,
  PRIVATE_TOO,
  PUBLIC_ONLY,
} from './address-guard.ts';
import { egress } from '../config/egress-environment.ts';

const outside = addressGuard(PUBLIC_ONLY);
const inside = addressGuard(LOCAL_TOO);

describe('an address guard', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://[fe80::1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[::169.254.169.254]/',
    'http://[::ffff:0:169.254.169.254]/',
    'http://[64:ff9b:1::a9fe:a9fe]/',
    'http://[2001:0:a9fe:a9fe::1]/',
    'http://[2001:2::1]/',
    'http://[fec0::1]/',
    'http://[100::1]/',
    'http://[5f00::1]/',
    'http://[::]/',
    'http://0.0.0.0/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://224.0.0.1/',
    'http://[fd00:ec2::254]/',
  ])('never allows %s', (url) => {
    for (const guard of [inside, outside]) {
      expect(() => {
        guard.requireAllowed(new URL(url));
      }).toThrow(ForbiddenAddress);
    }
  });

  it.each([
    'http://127.0.0.1/',
    'http://10.1.2.3/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://[::1]/',
    'http://[fd12::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::10.0.0.1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[2002:a00:1::1]/',
    'http://[::ffff:127.0.0.1]/',
  ])('allows %s by setting alone', (url) => {
    inside.requireAllowed(new URL(url));
    expect(() => {
      outside.requireAllowed(new URL(url));
    }).toThrow(ForbiddenAddress);
  });

  it.each([
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://[64:ff9b::808:808]/',
    'https://[2002:808:808::1]/',
    'https://172.32.0.1/',
  ])('allows %s', (url) => {
    for (const guard of [inside, outside]) guard.requireAllowed(new URL(url));
    expect(new URL(url).protocol).toBe('https:');
  });

  it.each(['http://203.0.113.1/', 'http://[2001:db8::1]/', 'http://[64:ff9b:1::808:808]/'])(
    'allows %s where the settings name its network alone',
    (url) => {
      const networks = ['203.0.113.0/24', '2001:db8::/32', '64:ff9b:1::/48'];
      addressGuard({ ...PUBLIC_ONLY, networks }).requireAllowed(new URL(url));
      for (const guard of [inside, outside]) {
        expect(() => {
          guard.requireAllowed(new URL(url));
        }).toThrow(ForbiddenAddress);
      }
    },
  );

  it('keeps this machine apart from private networks, and opens the networks that are named', () => {
    const may = (egress: Parameters<typeof addressGuard>[0], url: string): boolean => {
      try {
        addressGuard(egress).requireAllowed(new URL(url));
        return true;
      } catch (error) {
        if (error instanceof ForbiddenAddress) return false;
        throw error;
      }
    };
    expect(may(PRIVATE_TOO, 'http://10.1.2.3/')).toBe(true);
    expect(may(PRIVATE_TOO, 'http://127.0.0.1/')).toBe(false);
    const named = { ...PUBLIC_ONLY, networks: ['10.1.0.0/16', 'fd12::/16', '169.254.0.0/16'] };
    expect(may(named, 'http://10.1.2.3/')).toBe(true);
    expect(may(named, 'http://10.2.2.3/')).toBe(false);
    expect(may(named, 'http://[fd12::1]/')).toBe(true);
    expect(may(named, 'http://169.254.169.254/')).toBe(false);
  });

  it('knows the addresses that no setting opens', () => {
    expect(isNeverAllowed(new URL('http://169.254.169.254/latest'))).toBe(true);
    expect(isNeverAllowed(new URL('http://2852039166/'))).toBe(true);
    expect(isNeverAllowed(new URL('http://127.0.0.1/'))).toBe(false);
    expect(isNeverAllowed(new URL('http://metadata.example/'))).toBe(false);
  });

  it('looks at the address that a name leads to, at the moment of connecting', async () => {
    const server = createServer((_, response) => response.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const options = ({ lookup }: typeof inside) => ({
      host: 'localhost',
      port,
      lookup,
      family: 4,
      agent: false,
    });
    const ask = async (guard: typeof inside): Promise<unknown> =>
      new Promise((resolve) => {
        request(options(guard), (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', resolve)
          .end();
      });
    expect(await ask(inside)).toBe(200);
    expect(await ask(outside)).toBeInstanceOf(ForbiddenAddress);
    await new Promise((resolve) => server.close(resolve));
  });

  it('says of a name that nobody knows what the resolver says', async () => {
    const error = await new Promise((resolve) => {
      outside.lookup('no-such-name.invalid', {}, resolve);
    });
    expect(error).toMatchObject({ code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) as string });
  });
});

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
