import { expect, it } from 'vitest';
import { secretsIn } from './secrets-in.ts';

it.each([
  [
    { type: 'service_account', private_key: 'PEM\n', private_key_id: 'id', token_uri: 'uri' },
    ['PEM'],
  ],
  [{ tenantId: 't', clientId: 'c', clientSecret: 's' }, ['s']],
  [{ accessKeyId: 'AKIA', secretAccessKey: 's', sessionToken: 't' }, ['s', 't']],
  [{ within: [{ password: 'p' }], clientSecret: 7 }, ['p']],
])('finds what is secret in %j', (credential, secrets) => {
  expect(secretsIn(JSON.stringify(credential, null, 2))).toEqual(secrets);
});

it.each([undefined, '', 'sk-a-key', '{', '{"clientSecret": "cut'])(
  'finds nothing in %j',
  (text) => {
    expect(secretsIn(text)).toEqual([]);
  },
);
