import { describe, expect, it } from 'vitest';
import { environmentProxies, UnusableProxy } from './environment-proxies.ts';

const API = new URL('https://api.example');
const PLAIN = new URL('http://plain.example');

const proxyOf = (environment: Record<string, string>, origin = API) =>
  environmentProxies(environment)(origin)?.url.href;

describe('the proxies of an environment', () => {
  it('are by the scheme of the origin', () => {
    const environment = { HTTPS_PROXY: 'http://secure:1', HTTP_PROXY: 'http://plain:2' };
    expect(proxyOf(environment)).toBe('http://secure:1/');
    expect(proxyOf(environment, PLAIN)).toBe('http://plain:2/');
    expect(proxyOf({ HTTP_PROXY: 'http://plain:2' })).toBeUndefined();
    expect(proxyOf({})).toBeUndefined();
  });

  it('are taken from names in small letters first, and from ALL_PROXY last', () => {
    const environment = { https_proxy: 'http://small:1', HTTPS_PROXY: 'http://large:1' };
    expect(proxyOf(environment)).toBe('http://small:1/');
    expect(proxyOf({ all_proxy: 'http://all:1' }, PLAIN)).toBe('http://all:1/');
    expect(proxyOf({ all_proxy: 'http://all:1', HTTPS_PROXY: 'http://one:1' })).toBe(
      'http://one:1/',
    );
    expect(proxyOf({ https_proxy: '', HTTPS_PROXY: 'http://large:1' })).toBe('http://large:1/');
  });

  it('need no scheme, and may be spoken to by TLS', () => {
    expect(proxyOf({ HTTPS_PROXY: 'proxy.example:3128' })).toBe('http://proxy.example:3128/');
    expect(proxyOf({ HTTPS_PROXY: 'https://proxy.example' })).toBe('https://proxy.example/');
  });

  it('are none for what NO_PROXY exempts, and for this machine', () => {
    const environment = {
      HTTPS_PROXY: 'http://p:1',
      HTTP_PROXY: 'http://p:1',
      no_proxy: '.example',
    };
    expect(proxyOf(environment)).toBeUndefined();
    expect(proxyOf(environment, new URL('https://api.test'))).toBe('http://p:1/');
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '[::1]', 'a.localhost']) {
      expect(proxyOf(environment, new URL(`http://${host}:8000`))).toBeUndefined();
    }
  });

  it('keep a name and a password apart from the address', () => {
    const proxy = environmentProxies({ HTTPS_PROXY: 'http://ada:s%40c%ret@proxy:3128' })(API);
    expect(proxy?.url.href).toBe('http://proxy:3128/');
    expect(proxy?.authorization).toBe(`Basic ${Buffer.from('ada:s%40c%ret').toString('base64')}`);
    const escaped = environmentProxies({ HTTPS_PROXY: 'http://ada:s%40cret@proxy:3128' })(API);
    expect(escaped?.authorization).toBe(`Basic ${Buffer.from('ada:s@cret').toString('base64')}`);
  });

  it.each([
    ['socks5://ada:s3cret@proxy:1080', 'HTTPS_PROXY is an address of socks5://'],
    ['http://ada:s3cret@[', 'HTTPS_PROXY is no address: write http://host:port'],
  ])('that cannot be followed are refused without their password: %s', (value, words) => {
    const read = () => environmentProxies({ HTTPS_PROXY: value });
    expect(read).toThrow(UnusableProxy);
    expect(read).toThrow(words);
    expect(read).not.toThrow('s3cret');
  });
});
