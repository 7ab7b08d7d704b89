import { expect, it } from 'vitest';
import type { AwsIdentity } from '../tokens/cloud-identity.ts';
import type { TokenAnswer, TokenRequest } from '../tokens/token-request.ts';
import { readAwsCredential } from './aws-credential.ts';
import { keysOfIdentity } from './aws-keys.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

/** Keys of an identity, asked of somebody who answers so. */
function asked(identity: AwsIdentity, answer: TokenAnswer, files: Record<string, string> = {}) {
  const requests: TokenRequest[] = [];
  const source = keysOfIdentity(identity, {
    region: 'eu-central-1',
    clock: { now: () => NOW },
    ask: async (request) => {
      requests.push(request);
      return await Promise.resolve(answer);
    },
    readText: async (path) => {
      const text = files[path];
      if (text === undefined) throw new Error(`ENOENT ${path}`);
      return await Promise.resolve(text);
    },
  });
  return { source, requests };
}

const pod = { container: { url: 'http://169.254.170.23/v1/credentials', tokenFile: '/pod' } };
const irsa = {
  webIdentity: { roleArn: 'arn:aws:iam::1:role/r', tokenFile: '/irsa', sessionName: 'aicp' },
};
const container = {
  AccessKeyId: 'ASIA1',
  SecretAccessKey: 's3cret',
  Token: 'session',
  Expiration: '2026-01-01T06:00:00Z',
};
const KEYS = { accessKeyId: 'ASIA1', secretAccessKey: 's3cret', sessionToken: 'session' };

it('asks the agent of EKS Pod Identity with the token of the pod, once', async () => {
  const answer = { status: 200, body: JSON.stringify(container) };
  const { source, requests } = asked(pod, answer, { '/pod': 'pod-token\n' });
  expect(await Promise.all([source.get(), source.get()])).toEqual([KEYS, KEYS]);
  expect(await source.get()).toEqual(KEYS);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    ...{ method: 'GET', headers: { authorization: 'pod-token' } },
    url: new URL('http://169.254.170.23/v1/credentials'),
  });
});

it('assumes the role of IRSA by the token of the service account', async () => {
  const body = `<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>
    <SessionToken>session</SessionToken><SecretAccessKey>s3cret</SecretAccessKey>
    <Expiration>2026-01-01T01:00:00Z</Expiration><AccessKeyId>ASIA1</AccessKeyId>
    </Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;
  const { source, requests } = asked(irsa, { status: 200, body }, { '/irsa': 'jwt' });
  expect(await source.get()).toEqual(KEYS);
  expect(requests[0]?.url.href).toBe('https://sts.eu-central-1.amazonaws.com/');
  expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: 'arn:aws:iam::1:role/r',
    RoleSessionName: 'aicp',
    WebIdentityToken: 'jwt',
  });
});

it('says in words why there are no keys, and tells nothing secret', async () => {
  const body =
    '<ErrorResponse><Error><Code>AccessDenied</Code><Message>Not authorized</Message></Error></ErrorResponse>';
  const refused = asked(irsa, { status: 403, body }, { '/irsa': 'a-jwt' });
  await expect(refused.source.get()).rejects.toThrow(
    'AWS STS lets the gateway not assume the role arn:aws:iam::1:role/r: AccessDenied, Not authorized',
  );
  const half = { ...container, Token: undefined };
  const broken = asked(pod, { status: 200, body: JSON.stringify(half) }, { '/pod': 'p' });
  const error = (await broken.source.get().catch((one: unknown) => one)) as Error;
  expect(error.message).toBe('AWS gives the gateway no keys: 169.254.170.23 answers 200');
  await expect(asked(pod, { status: 200, body: '' }).source.get()).rejects.toThrow(
    "the token of the gateway's service account cannot be read at /pod",
  );
  await expect(asked({}, { status: 200, body: '' }).source.get()).rejects.toThrow('no secretRef');
});

it('sends the token of the pod to no other host in plain HTTP', async () => {
  const away = { container: { url: 'http://example.com/keys', tokenFile: '/pod' } };
  const { source, requests } = asked(away, { status: 200, body: '' }, { '/pod': 'p' });
  await expect(source.get()).rejects.toThrow('no address that keys are asked of');
  expect(requests).toEqual([]);
});

it('takes keys of the environment before any role', async () => {
  const keys = { accessKeyId: 'AKIA', secretAccessKey: 's' };
  const { source, requests } = asked({ keys, ...pod, ...irsa }, { status: 500, body: '' });
  expect(await source.get()).toBe(keys);
  expect(requests).toEqual([]);
});

it('reads a Secret: keys as JSON, or an API key as it is', () => {
  const keys = { accessKeyId: 'AKIA', secretAccessKey: 's' };
  expect(readAwsCredential(` ${JSON.stringify(keys)}\n`)).toEqual({ keys });
  expect(readAwsCredential('bedrock-api-key-abc\n')).toEqual({ apiKey: 'bedrock-api-key-abc' });
  for (const wrong of ['{"accessKeyId": "AKIA"}', '{', '{"a": 1}']) {
    const read = readAwsCredential(wrong);
    expect(read).toHaveProperty('problem');
    expect(JSON.stringify(read)).not.toContain('AKIA');
  }
});
