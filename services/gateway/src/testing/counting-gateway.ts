import { key, type Fragments } from './fragments.ts';
import { startTestGateway } from './start-test-gateway.ts';
import { startVendors } from './start-vendors.ts';

/** A gateway before every simulated vendor, and what one of them was asked. */
export async function startCounting(more: Partial<Fragments> = {}) {
  const parts = new AsyncDisposableStack();
  const vendors = parts.use(await startVendors());
  const fragments = { ...vendors.fragments, keys: [key('alice')], ...more };
  const gateway = parts.use(await startTestGateway({ fragments }));
  return {
    gateway,
    asked: (vendor: string) =>
      (vendors.twins.get(vendor)?.received ?? [])
        .filter(({ path }) => path !== '/token')
        .map(({ path, body, headers }) => ({
          ...{ path, headers },
          body: JSON.parse(body.toString()) as Record<string, unknown>,
        })),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

/** What clients are before. */
export type Counting = Pick<Awaited<ReturnType<typeof startCounting>>, 'gateway'>;

/** Asks, and tells who counted. */
export async function count({ gateway }: Counting, path: string, body: object, headers = {}) {
  const answer = await fetch(`${gateway.url}${path}`, {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { 'x-api-key': 'sk-alice', ...headers },
  });
  return {
    status: answer.status,
    source: answer.headers.get('x-aicp-token-count'),
    dropped: answer.headers.get('x-aicp-dropped'),
    told: (await answer.json()) as Record<string, unknown>,
  };
}

/** 100 tokens at most vendors' twins. */
export const TEXT = 'x'.repeat(400);
/** Messages of Anthropic's API. */
export const saying = (content: unknown) => [{ role: 'user' as const, content }];
/** The same of Google's. */
export const contentsOf = (text: string) => [{ role: 'user', parts: [{ text }] }];
/** Where Anthropic's clients ask. */
export const MESSAGES = '/v1/messages/count_tokens';
/** Where Google's do. */
export const GOOGLE = (name: string) => `/v1beta/models/${name}:countTokens`;
