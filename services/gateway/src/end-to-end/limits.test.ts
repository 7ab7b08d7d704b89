import { systemClock } from '@aicp/common/time/clock';
import OpenAI, { RateLimitError } from 'openai';
import { describe, expect, it } from 'vitest';
import { clientOf, saying } from '../testing/clients.ts';
import {
  allowedModels,
  key,
  model,
  provider,
  rateLimit,
  settings,
  simulated,
  type Fragments,
} from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { ask, counted, limitHeaders, startLimited } from '../testing/limited-gateway.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { waitFor } from '../testing/wait-for.ts';

describe('of requests that come at once', () => {
  it('exactly as many pass as the limit says, and the others are told when to come again', async () => {
    await using gateway = await startLimited({ rateLimits: [rateLimit('each-key', { rpm: 7 })] });
    const asked = await Promise.all(Array.from({ length: 40 }, () => ask(gateway)));
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(7);
    const refused = asked.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(33);
    const [one] = refused;
    expect(one?.error).toEqual({
      message:
        'The rate limit "each-key" allows 7 requests a minute for this key. Try again in 20 s.',
      type: 'requests',
      code: 'rate_limit_exceeded',
      param: null,
    });
    expect(one?.headers.get('retry-after')).toBe('20');
    expect(one?.headers.get('x-aicp-policy')).toBe('each-key');
    const records = await usageOf(gateway, 40);
    expect(records.filter(({ completion: how }) => how === 'refused')).toHaveLength(33);
  });

  it.each<[string, Fragments, string]>([
    [
      'of the key',
      { keys: [key('alice', { rpmLimit: 1 })] },
      'This key allows 1 requests a minute',
    ],
    [
      'of the team',
      {
        keys: [key('alice', { team: 'ml' })],
        teams: [{ ...allowedModels('Team', 'ml', ['*']), rpmLimit: 1 }],
      },
      'The team "ml" allows 1 requests a minute',
    ],
    ['of the settings', { settings: settings({ globalRpmLimit: 1 }) }, 'The platform allows 1'],
    [
      'of a model',
      { rateLimits: [rateLimit('m', { scope: 'model', rpd: 1 })] },
      'for the model "small"',
    ],
  ])('the limit %s counts', async (_, fragments, message) => {
    await using gateway = await startLimited(fragments);
    expect((await ask(gateway)).status).toBe(200);
    const refused = await ask(gateway);
    expect(refused.status).toBe(429);
    expect(refused.error?.message).toContain(message);
  });

  it('none is taken of one limit where another one refuses', async () => {
    await using gateway = await startLimited({
      rateLimits: [
        rateLimit('each-key', { rpm: 5 }),
        rateLimit('small', { scope: 'model', rpm: 1 }),
      ],
    });
    for (const _ of [1, 2, 3]) await ask(gateway);
    expect(await counted(gateway, 'key/alice:requests')).toBe(1);
    expect(await counted(gateway, 'model/small:requests')).toBe(1);
  });

  it('one that asks for more than there ever is, is told not to come again', async () => {
    await using gateway = await startLimited({ rateLimits: [rateLimit('each-key', { tpm: 50 })] });
    const { status, headers, error } = await ask(gateway, { max_tokens: 30, n: 2 });
    expect(status).toBe(429);
    expect(error?.type).toBe('tokens');
    expect(error?.message).toMatch(/allows 50 tokens a minute.*lower max_tokens/);
    expect(headers.get('retry-after')).toBeNull();
    expect(headers.get('x-should-retry')).toBe('false');
  });
});

describe('a user whom only the request names', () => {
  const users = [rateLimit('users', { scope: 'user', rpm: 1 })];

  it('counts beside the key, by organization', async () => {
    const keys = [key('alice', { organization: 'acme' }), key('bob', { organization: 'globex' })];
    await using gateway = await startLimited({
      keys,
      rateLimits: [...users, rateLimit('keys', { rpm: 2 })],
    });
    const as = async (user: string, secret?: string) =>
      (await ask(gateway, { user }, secret === undefined ? {} : { secret })).status;
    expect(await as('u')).toBe(200);
    expect(await as('u')).toBe(429);
    expect(await as('u', 'sk-bob')).toBe(200);
    expect(await as('v')).toBe(200);
    expect(await as('w')).toBe(429);
  });

  it('is named by safety_identifier where user names nobody, and a second name is no way out', async () => {
    await using gateway = await startLimited({ keys: [key('alice')], rateLimits: users });
    const as = async (names: object) => (await ask(gateway, names)).status;
    expect(await as({ safety_identifier: 'ann' })).toBe(200);
    expect(await as({ safety_identifier: 'ann' })).toBe(429);
    expect(await as({ user: '', safety_identifier: 'ann' })).toBe(429);
    expect(await as({ user: null, safety_identifier: 'ann' })).toBe(429);
    expect(await as({ user: 'ann', safety_identifier: 'bob' })).toBe(429);
    expect(await as({ user: 'ann', safety_identifier: 'somebody' })).toBe(429);
    expect(await as({ safety_identifier: 'bob' })).toBe(200);
  });

  it('uses up nothing of the user that a key has', async () => {
    const keys = [key('alice'), key('carol', { user: 'carol' })];
    await using gateway = await startLimited({ keys, rateLimits: users });
    expect((await ask(gateway, { user: 'carol' })).status).toBe(200);
    expect((await ask(gateway, { user: 'carol' })).status).toBe(429);
    expect((await ask(gateway, { user: 'x' }, { secret: 'sk-carol' })).status).toBe(200);
    expect((await ask(gateway, { user: 'y' }, { secret: 'sk-carol' })).status).toBe(429);
  });
});

describe('the headers', () => {
  const rateLimits = [
    rateLimit('each-key', { rpm: 10, rpd: 5, tpd: 1000 }),
    rateLimit('small', { scope: 'model', rpm: 8 }),
  ];
  const requests = (remaining: number) => ({
    'limit-requests': '5',
    'remaining-requests': String(remaining),
    'reset-requests': '4h0m20s',
  });

  it('tell what the tightest limits leave, with a document, a stream and errors', async () => {
    await using gateway = await startLimited({
      rateLimits,
      providers: [simulated('sim'), provider('gone', { baseUrl: 'http://127.0.0.1:9/v1' })],
      models: [model('small', 'sim'), model('lost', 'gone'), model('large', 'sim')],
      keys: [key('alice', { allowedModels: ['small', 'lost'] })],
    });
    const max_tokens = 40;
    const document = await ask(gateway, { max_tokens });
    expect(limitHeaders(document)).toMatchObject({ ...requests(4), 'limit-tokens': '1000' });
    expect(Number(limitHeaders(document)['remaining-tokens'])).toBeLessThan(960);
    expect(limitHeaders(await ask(gateway, { max_tokens, stream: true }))).toMatchObject(
      requests(3),
    );
    const failed = await ask(gateway, { max_tokens, model: 'lost' });
    expect([failed.status, limitHeaders(failed)]).toMatchObject([502, requests(2)]);
    const forbidden = await ask(gateway, { max_tokens, model: 'large' });
    expect([forbidden.status, limitHeaders(forbidden)]).toMatchObject([403, requests(2)]);
    const unknown = await ask(gateway, { model: 'nothing' });
    expect([unknown.status, limitHeaders(unknown)]).toMatchObject([404, requests(2)]);
    for (const _ of [1, 2]) await ask(gateway, { max_tokens });
    const refused = await ask(gateway, { max_tokens });
    expect([refused.status, limitHeaders(refused)]).toMatchObject([429, requests(0)]);
    expect(refused.headers.get('retry-after')).toBe(String(4 * 3600 + 20));
  });

  it('are none where nothing is limited', async () => {
    await using gateway = await startLimited({});
    expect(limitHeaders(await ask(gateway))).toEqual({});
  });
});

it('a dry run is told what would be, and takes nothing', async () => {
  await using gateway = await startLimited({ rateLimits: [rateLimit('each-key', { rpm: 1 })] });
  const dryRun = async () => {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice', 'x-aicp-dry-run': 'true' },
      body: JSON.stringify({ model: 'small', messages: saying('hi') }),
    });
    return (await response.json()) as { result: string; status: number; steps: object[] };
  };
  for (const _ of [1, 2]) {
    expect(await dryRun()).toMatchObject({ result: 'serve', status: 200 });
  }
  expect((await dryRun()).steps).toContainEqual({ stage: 'limit', outcome: 'allowed' });
  await ask(gateway);
  const told = await dryRun();
  expect(told).toMatchObject({ result: 'fail', status: 429, code: 'rate_limit_exceeded' });
  expect(told.steps).toContainEqual(
    expect.objectContaining({ stage: 'limit', outcome: 'refused', policy: 'each-key' }),
  );
});

it("OpenAI's client waits as long as it is told, and is served then", async () => {
  let now = Date.UTC(2026, 10, 21, 19, 59, 59, 500);
  const moving = { ...systemClock, now: () => now };
  await using gateway = await startTestGateway({
    clock: moving,
    fragments: {
      providers: [simulated('sim')],
      models: [model('small', 'sim')],
      keys: [key('alice')],
      rateLimits: [rateLimit('each-key', { rpm: 1 })],
    },
  });
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'sk-alice', maxRetries: 1 });
  const create = () => client.chat.completions.create({ model: 'small', messages: saying('hi') });
  await create();
  const began = performance.now();
  const second = create();
  await waitFor(async () => ((await usageOf(gateway, 2)).length === 2 ? true : undefined));
  now += 500;
  await second;
  expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  await expect(
    clientOf(gateway).chat.completions.create({ model: 'small', messages: saying('hi') }),
  ).rejects.toThrow(RateLimitError);
});
