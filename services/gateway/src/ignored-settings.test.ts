import { expect, it } from 'vitest';
import { ignoredSettings } from './ignored-settings.ts';

it('names the settings of proxies that nothing follows, in either case', () => {
  const environment = {
    HTTPS_PROXY: 'http://proxy:3128',
    http_proxy: 'http://proxy:3128',
    ALL_PROXY: '',
    NO_PROXY: 'localhost',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    SSL_CERT_FILE: '/ca.pem',
  };
  expect(ignoredSettings(environment)).toEqual(['HTTPS_PROXY', 'http_proxy']);
  expect(ignoredSettings({ PATH: '/bin' })).toEqual([]);
});
