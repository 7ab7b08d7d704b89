import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REDIS_ENVIRONMENT } from '@aicp/common/config/redis-environment';
import type { RedisServer } from '@aicp/common/counters/testing/redis-server';
import { type Clock, systemClock } from '@aicp/common/time/clock';
import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import { z } from 'zod';
import type { GatewayConfig } from '../config/config.ts';
import { key, model, provider, settings, type Fragments } from './fragments.ts';
import {
  answerJson,
  beginStream,
  completion,
  startScriptedProvider,
  type Script,
  type ScriptedProvider,
  USAGE,
} from './scripted-provider.ts';
import { startTestGateway, type TestGateway } from './start-test-gateway.ts';

/** Of each model, nano-USD for a million tokens. */
export const PRICES = { input: '1000000000', output: '2000000000' };

const TERMS: CacheTerms = {
  scope: 'team',
  ttlSeconds: 60,
  maxBytes: 4 << 20,
  maxAnswerBytes: 65_536,
  maxTemperature: 1,
  epoch: 0,
};

/** Settings with the cache on. */
export const cached = (terms: Partial<CacheTerms> = {}): NonNullable<Fragments['settings']> => {
  const { features, ...rest } = settings();
  return {
    ...rest,
    features: { ...features, semanticCache: true },
    cache: { ...TERMS, ...terms },
  };
};

/** One event of a stream. */
const event = (choices: readonly object[], more: object = {}): string =>
  `data: ${JSON.stringify({
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'upstream' },
    ...{ choices, usage: null, ...more },
  })}\n\n`;

const delta = (content: string): string =>
  event([{ index: 0, delta: { content }, finish_reason: null }]);

const ENDING = [
  event([{ index: 0, delta: {}, finish_reason: 'stop' }]),
  event([], { usage: USAGE }),
  'data: [DONE]\n\n',
];

/** Numbers its answers, so that one that is given again is known. */
export const counting: Script = (response, { body }, count) => {
  const { stream } = JSON.parse(body.toString()) as { stream?: boolean };
  if (stream !== true) answerJson(response, completion(`answer ${count}`));
  else beginStream(response).end([delta('answer '), delta(String(count)), ...ENDING].join(''));
};

/** A provider that counts its answers, or does what a test says, and a gateway before it that keeps them. */
export async function startCached(
  terms: Partial<CacheTerms> = {},
  script = counting,
  more: Fragments | ((upstream: ScriptedProvider) => Fragments) = {},
  { clock = systemClock, ...config }: Partial<GatewayConfig> & { readonly clock?: Clock } = {},
) {
  const parts = new AsyncDisposableStack();
  const upstream = parts.use(await startScriptedProvider(script));
  const fragments: Fragments = {
    settings: cached(terms),
    providers: [provider('up', { baseUrl: upstream.url })],
    models: [model('small', 'up', { prices: PRICES }), model('large', 'up', { prices: PRICES })],
    keys: [
      key('ann', { organization: 'acme', team: 'ml' }),
      key('ben', { organization: 'acme', team: 'ml' }),
      key('cat', { organization: 'acme', team: 'ops' }),
      key('dan', { organization: 'globex', team: 'ml' }),
      key('eve'),
    ],
    ...(typeof more === 'function' ? more(upstream) : more),
  };
  const gateway = parts.use(await startTestGateway({ fragments, config, clock }));
  return { gateway, upstream, fragments, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** Of gateways that share their answers in that Redis, and wait for it however busy the machine is, or as the settings say. */
export async function sharingIn(
  { url, directory }: RedisServer,
  more: Record<string, string> = {},
): Promise<Partial<GatewayConfig>> {
  const playgroundKeyFile = join(directory, 'playground-key');
  await writeFile(playgroundKeyFile, '0123456789abcdef'.repeat(2));
  const settings = { AICP_REDIS_URL: url, AICP_REDIS_DEADLINE_MS: '10000', ...more };
  return { playgroundKeyFile, redis: z.object(REDIS_ENVIRONMENT).parse(settings) };
}

/** How it is asked. */
export interface Asked {
  readonly as?: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  /** Aborted when the client leaves. */
  readonly signal?: AbortSignal;
}

/** Asks the same each time, or with another body. */
export async function ask(gateway: TestGateway, { as = 'ann', body, headers, signal }: Asked = {}) {
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${as}`, ...headers },
    ...(signal ? { signal } : {}),
    body: JSON.stringify({
      ...{ model: 'small', messages: [{ role: 'user', content: 'hi' }] },
      ...body,
    }),
  });
  const text = await response.text();
  return { status: response.status, text, state: response.headers.get('x-aicp-cache'), response };
}

/** What Prometheus is told. */
export const metricsOf = async (gateway: TestGateway): Promise<string> =>
  await (await fetch(`${gateway.url}/metrics`)).text();

/** How often what other gateways kept was asked for, and came to that. */
export async function sharedReadsOf(gateway: TestGateway, outcome: string): Promise<number> {
  const sample = new RegExp(`cache_shared_gets_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`);
  return Number(sample.exec(await metricsOf(gateway))?.[1]);
}

/** What a document says. */
export const contentOf = (text: string): unknown =>
  (JSON.parse(text) as ReturnType<typeof completion>).choices[0]?.message.content;

/** The data of a stream's events. */
export const eventsOf = (text: string): unknown[] =>
  text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)) as unknown);

/** What a stream says. */
export const textOf = (text: string): string =>
  (eventsOf(text) as { choices: { delta: { content?: string } }[] }[])
    .map(({ choices: [choice] }) => choice?.delta.content ?? '')
    .join('');
