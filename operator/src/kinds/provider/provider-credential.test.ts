import { describe, expect, it } from 'vitest';
import type { SecretView } from '../kit/lookup.ts';
import { provider, secret } from '../../testing/builders.ts';
import { after, compiled, fragments, verdictOn } from '../../testing/compiled.ts';

const decide = (object: ReturnType<typeof provider>, secrets: readonly SecretView[] = []) => {
  const result = compiled([object], { secrets });
  return {
    verdict: verdictOn(result, 'p'),
    fragment: fragments(result, 'providers')[0],
    credentials: fragments(result, 'credentials'),
  };
};

describe('a credential that is JSON', () => {
  const account = JSON.stringify(
    {
      ...{ type: 'service_account', project_id: 'my-project', client_email: 'a@b.example' },
      private_key: '-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n',
    },
    null,
    2,
  );
  const spec = (type: string) => ({
    ...{ type, region: 'eu-central-1', project: 'p', baseUrl: 'https://api.example' },
    secretRef: { name: 's', key: 'k' },
  });
  const decided = (type: string, value: string) =>
    decide(provider('p', spec(type)), [secret('s', { k: `${value}\n` })]);

  it.each([
    ['vertex', account],
    ['azure_openai', '{ "tenantId": "t", "clientId": "c",\n  "clientSecret": "very secret" }'],
    ['bedrock', '{ "accessKeyId": "AKIA",\n  "secretAccessKey": "very secret" }'],
  ])('of %s is taken with the spaces and lines that people write', (type, value) => {
    const { verdict, credentials, fragment } = decided(type, value);
    expect(verdict.reason).toBe('Accepted');
    expect(credentials).toMatchObject([{ apiKey: value }]);
    expect(fragment).toMatchObject({ credential: 'set' });
  });

  it.each([
    ['vertex', '{ "private_key": "very secret"', 'begins as JSON and is none'],
    ['vertex', '{ "private_key": "very secret" }', 'it lacks client_email'],
    ['azure_openai', account, 'it lacks tenantId and clientId and clientSecret'],
    ['bedrock', '{ "accessKeyId": 7, "secretAccessKey": " " }', 'accessKeyId and secretAccessKey'],
    ['openai', '{ "key": "very secret" }', 'no header can carry'],
    ['vertex', 'very secret', 'no header can carry'],
  ])(
    'of %s is not taken where it is of no use, and none of it is told: %s',
    (type, value, words) => {
      const { verdict, credentials, fragment } = decided(type, value);
      expect(verdict).toMatchObject({ reason: 'SecretNotFound' });
      expect(verdict.message).toContain(words);
      expect(verdict.message).not.toContain('very');
      expect(credentials).toEqual([]);
      expect(fragment).toMatchObject({ credential: 'missing' });
    },
  );

  it('is used by a provider in its last good form', () => {
    const before = compiled([provider('p', spec('vertex'))], {
      secrets: [secret('s', { k: account })],
    });
    const edited = provider('p', { ...spec('vertex'), maxRetries: -1 }, { generation: 2 });
    const secrets = [secret('s', { k: account })];
    const now = compiled([edited], { secrets, previous: after(before) });
    expect(fragments(now, 'credentials')).toMatchObject([{ apiKey: account }]);
  });
});
