import { createHash } from 'node:crypto';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { TwinReply } from '../twins/kit/start-twin.ts';
import { startOpenAiTwin } from '../twins/openai/openai-twin.ts';
import { cached } from './cached-gateway.ts';
import { credential, group, key, model, provider, simulated, type Fragments } from './fragments.ts';
import { usageOf } from './journal-lines.ts';
import { startTestGateway } from './start-test-gateway.ts';

/** What the twin calls the response that it keeps as its `count`th. */
export const vendorsIdOf = (count: number): string =>
  `resp_${createHash('md5').update(`response ${count}`).digest('hex')}`;

const ACME = { organization: 'acme', boundTo: { organizationUid: 'uid-acme' } };
const WEB = { ...ACME, team: 'web', teamUid: 'uid-web' };

/** Alice and bob are of one team, carol of another, dave of another organization; `again` is of alice's team, made anew, `anew` of her organization, made anew, and `narrow` may use one model alone. */
const KEYS = [
  key('alice', WEB),
  key('bob', WEB),
  key('carol', { ...ACME, team: 'ml', teamUid: 'uid-ml' }),
  key('dave', {
    organization: 'other',
    boundTo: { organizationUid: 'uid-other' },
    team: 'web',
    teamUid: 'uid-w',
  }),
  key('again', { ...WEB, teamUid: 'uid-web-2' }),
  key('anew', { ...WEB, boundTo: { organizationUid: 'uid-acme-2' } }),
  key('narrow', { ...WEB, allowedModels: ['other'] }),
];

/**
 * A gateway before a twin of OpenAI, to which it has two accounts, and a provider that keeps nothing: the models `small` and `large` of the former, `other` of the latter, and
 * `mixed`, which is one of either.
 */
export async function startStoring({
  isCached = false,
  more = {},
  polls,
}: { isCached?: boolean; more?: Fragments; polls?: number } = {}) {
  const parts = new AsyncDisposableStack();
  const replies: TwinReply[] = [];
  const twin = parts.use(
    await startOpenAiTwin({ instead: () => replies.shift(), backgroundPolls: polls }),
  );
  /** Has the vendor answer the next request so, whatever it is. */
  const replyOnce = (body: string, status = 200, type = 'application/json'): void => {
    replies.push({
      ...{ status, headers: { 'content-type': type } },
      pieces: [Buffer.from(body)],
    });
  };
  const up = provider('up', {
    ...{ type: 'openai', baseUrl: `${twin.origin}/v1`, credential: 'set' },
    credentials: ['first', 'second'].map((name) => ({ name, weight: 1 })),
  });
  const fragments: Fragments = {
    providers: [up, simulated('sim')],
    credentials: [
      { ...credential('up', 'sk-vendor'), name: 'first' },
      { ...credential('up', 'sk-vendor-2'), name: 'second' },
    ],
    models: [model('small', 'up'), model('large', 'up'), model('other', 'sim')],
    policies: [group('mixed', { other: 99, small: 1 })],
    keys: KEYS,
    ...(isCached ? { settings: cached() } : {}),
  };
  let drawn = 1;
  // Either account is chosen, time and again.
  const random = () => {
    drawn = (drawn * 48_271 + 1) % 2_147_483_647;
    return drawn / 2_147_483_647;
  };
  const gateway = parts.use(
    await startTestGateway({ random, fragments: { ...fragments, ...more } }),
  );
  /** Changes some of what stands in the cluster. */
  const change = (parts: Fragments) => gateway.operator.push({ ...fragments, ...parts });
  /** Deletes the provider and makes another one of its name. */
  const remake = () =>
    change({ providers: [{ ...up, source: { ...up.source, uid: 'another' } }, simulated('sim')] });
  const call = async (path: string, { as = 'alice', ...more }: RequestInit & { as?: string }) => {
    const response = await fetch(`${gateway.url}/v1${path}`, {
      ...more,
      headers: { authorization: `Bearer sk-${as}` },
    });
    const text = await response.text();
    const code = /"code":"(\w+)"/.exec(text)?.[1];
    return { status: response.status, headers: response.headers, text, code };
  };
  const ask = (input: unknown, body: object = {}, as = 'alice') =>
    call('/responses', {
      ...{ method: 'POST', as },
      body: JSON.stringify({ model: 'small', input, ...body }),
    });
  /** Stores a response as somebody; answers its id. */
  const store = async (input: unknown, body: object = {}, as = 'alice'): Promise<string> => {
    const { text } = await ask(input, { store: true, ...body }, as);
    return (JSON.parse(text) as { id: string }).id;
  };
  const get = (path: string, as = 'alice', method = 'GET') => call(path, { as, method });
  const usage = (count: number): Promise<UsageRecord[]> => usageOf(gateway, count);
  const end = () => parts.disposeAsync();
  const asking = { ask, store, get, usage, change, remake, replyOnce };
  return { twin, gateway, ...asking, [Symbol.asyncDispose]: end };
}
