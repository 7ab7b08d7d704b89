import { issueCa, issueServer } from '@aicp/common/tls/issue-certificate';
import { describe, expect, it } from 'vitest';
import { provider, secret } from '../../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const now = Date.now();
const times = { fromMs: now, untilMs: now + 3_600_000 };
const ca = await issueCa({ name: 'corp', ...times });
const client = await issueServer(ca, { name: 'gateway', hosts: ['gateway.test'], ...times });
const stranger = await issueServer(ca, { name: 'stranger', hosts: ['stranger.test'], ...times });

const spec = {
  type: 'openai_compatible',
  baseUrl: 'https://models.test/v1',
  tls: {
    caSecretRef: { name: 'corp-ca', key: 'ca.crt' },
    clientCertificateSecretRef: { name: 'gateway-client' },
    serverName: 'models.corp.test',
  },
};
const withTls = provider('p', spec);
const authority = secret('corp-ca', { 'ca.crt': ca.cert + ca.cert });
const pair = (cert = client.cert, key = client.key) =>
  secret('gateway-client', { 'tls.crt': cert, 'tls.key': key }, { type: 'kubernetes.io/tls' });

const compile = (secrets: ReturnType<typeof secret>[]) => {
  const result = compiled([withTls], { secrets });
  return {
    result,
    verdict: verdictOn(result, 'p'),
    providers: fragments(result, 'providers'),
    held: fragments(result, 'provider_secrets'),
  };
};

describe('a provider with certificates of its own', () => {
  it('has them apart from its fragment, for the gateways alone', () => {
    const { verdict, providers, held } = compile([authority, pair()]);
    expect(verdict).toMatchObject({ reason: 'Accepted' });
    expect(providers).toMatchObject([{ tlsServerName: 'models.corp.test', credential: 'none' }]);
    expect(JSON.stringify(providers)).not.toContain('BEGIN');
    expect(held).toMatchObject([
      {
        provider: 'p',
        ca: (ca.cert + ca.cert).trim(),
        clientCertificate: { certificate: client.cert.trim(), key: client.key.trim() },
      },
    ]);
  });

  const encrypted =
    '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----';

  it.each([
    ['no authority', [pair()], 'tls.caSecretRef: Secret "corp-ca" does not exist'],
    ['no pair', [authority], 'tls.clientCertificateSecretRef: Secret "gateway-client" does not'],
    [
      'an authority that is a key',
      [secret('corp-ca', { 'ca.crt': ca.key }), pair()],
      'tls.caSecretRef: key "ca.crt" of Secret "corp-ca" holds no certificate in PEM',
    ],
    [
      'an authority that is cut',
      [secret('corp-ca', { 'ca.crt': ca.cert.replace(/\n.{60}/, '\n') }), pair()],
      'tls.caSecretRef: key "ca.crt" of Secret "corp-ca" holds a certificate that cannot be read',
    ],
    [
      'a key with a password',
      [authority, pair(client.cert, encrypted)],
      'key "tls.key" of Secret "gateway-client" holds no private key in PEM that needs no password',
    ],
    [
      'a key of another certificate',
      [authority, pair(client.cert, stranger.key)],
      'tls.key of Secret "gateway-client" is not the key of its tls.crt',
    ],
  ])('is asked for nothing with %s, and says why', (_, secrets, message) => {
    const { verdict, providers, held } = compile(secrets);
    expect(verdict).toMatchObject({ reason: 'SecretNotFound', inEffect: 'current' });
    expect(verdict.message).toContain(message);
    expect(verdict.message).not.toContain('BEGIN');
    expect(providers).toMatchObject([{ credential: 'missing' }]);
    expect(held).toEqual([]);
  });

  it('uses the certificate that its Secret holds now, also in its last good form', () => {
    const { result } = compile([authority, pair()]);
    const edited = provider('p', { ...spec, maxRetries: -1 }, { generation: 2 });
    const secrets = [authority, pair(stranger.cert, stranger.key)];
    const kept = compiled([edited], { secrets, previous: after(result) });
    expect(fragments(kept, 'provider_secrets')).toMatchObject([
      { clientCertificate: { certificate: stranger.cert.trim() } },
    ]);
  });
});
