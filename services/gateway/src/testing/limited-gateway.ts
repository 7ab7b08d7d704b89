import type { Demand } from '@aicp/contracts/limits/demands';
import { systemClock } from '@aicp/common/time/clock';
import { saying } from './clients.ts';
import { key, model, simulated, type Fragments } from './fragments.ts';
import { startTestGateway, type TestGateway } from './start-test-gateway.ts';

/** Twenty seconds before a minute, and four hours before a day, ends. */
const NOW = Date.UTC(2026, 10, 21, 19, 59, 40);
/** Says the same moment all along, so that no window ends while a test counts. */
export const standingClock = { ...systemClock, now: () => NOW };

/** A gateway with a key and two models, at the same moment all along. */
export const startLimited = (fragments: Fragments) =>
  startTestGateway({
    clock: standingClock,
    fragments: {
      providers: [simulated('sim')],
      models: [model('small', 'sim'), model('large', 'sim')],
      keys: [key('alice')],
      ...fragments,
    },
  });

/** An answer, as far as limits show in it. */
export interface Asked {
  readonly status: number;
  readonly headers: Headers;
  readonly error: { message: string; type: string; code: string; param: null } | undefined;
}

/** Asks for a short answer of `small`. */
export async function ask(
  { url }: Pick<TestGateway, 'url'>,
  more: object = {},
  { secret = 'sk-alice', headers = {} }: { secret?: string; headers?: object } = {},
): Promise<Asked> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, ...headers },
    body: JSON.stringify({ model: 'small', messages: saying('hi'), ...more }),
  });
  const text = await response.text();
  const error = response.ok ? undefined : (JSON.parse(text) as Pick<Asked, 'error'>).error;
  return { status: response.status, headers: response.headers, error };
}

/** What an answer says is left, without the beginning of the headers' names. */
export const limitHeaders = ({ headers }: Pick<Asked, 'headers'>): Record<string, string> =>
  Object.fromEntries(
    [...headers].flatMap(([name, value]) =>
      name.startsWith('x-ratelimit-') ? [[name.slice('x-ratelimit-'.length), value]] : [],
    ),
  );

/** What is counted of a counter now. */
export async function counted(
  { running }: TestGateway,
  counter: string,
  kind: 'minute' | 'now' = 'minute',
): Promise<number> {
  const limit = 1_000_000;
  const demand: Demand = { counter, window: { kind }, limit, amount: 0, isHeld: false };
  const { standings } = await running.counters.peek([demand]);
  return limit - (standings[0]?.remaining ?? 0);
}
