import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import { ask, counting, metricsOf, PRICES, startCached, type Asked } from './cached-gateway.ts';
import { key, model, provider, type Fragments } from './fragments.ts';
import {
  answerJson,
  startScriptedProvider,
  type Script,
  type ScriptedProvider,
} from './scripted-provider.ts';
import type { TestGateway } from './start-test-gateway.ts';

/** Of each text, its angle in degrees: those that are not here stand apart. */
export const ANGLES: Readonly<Record<string, number>> = {
  'how do i reset my password': 0,
  'what is the way to reset my password': 10,
  'how does one go about it to reset my password': 60,
  'how do i not reset my password': 1,
  'how do i reset my passport': 2,
  'which steps are there to reset my password': 22,
};
export const [FIRST = '', ALIKE = '', FAR = '', CONTRARY = '', OTHER = '', LAST = ''] =
  Object.keys(ANGLES);

const TOKENS = 9;

/** Answers the vector of a text by its angle. */
export const telling: Script = (response, { body }) => {
  const { input } = JSON.parse(body.toString()) as { input: string };
  const radians = ((ANGLES[input] ?? 90) * Math.PI) / 180;
  const embedding = [Math.cos(radians), Math.sin(radians)];
  const usage = { prompt_tokens: TOKENS, total_tokens: TOKENS };
  answerJson(response, { object: 'list', data: [{ index: 0, embedding }], usage });
};

/** A gateway that also gives answers to alike questions, before a provider that counts its answers and one that makes vectors. */
export async function startAlike({
  terms = {},
  script = telling,
  more = {},
  config = {},
  vectors: ofProvider = {},
  model: ofModel = {},
}: {
  readonly terms?: Partial<CacheTerms>;
  readonly script?: Script;
  readonly more?: Fragments;
  readonly config?: Parameters<typeof startCached>[3];
  /** Of the provider that makes vectors, and of its model. */
  readonly vectors?: Parameters<typeof provider>[1];
  readonly model?: Parameters<typeof model>[2];
} = {}) {
  const parts = new AsyncDisposableStack();
  const vectors = parts.use(await startScriptedProvider(script));
  const semantic = { model: 'embed', threshold: 0.95, maxBytes: 1 << 20 };
  const fragments = (upstream: ScriptedProvider): Fragments => ({
    providers: [
      provider('up', { baseUrl: upstream.url }),
      provider('vectors', { baseUrl: vectors.url, ...ofProvider }),
    ],
    models: [
      model('small', 'up', { prices: PRICES }),
      model('large', 'up', { prices: PRICES }),
      model('embed', 'vectors', { mode: 'embedding', prices: PRICES, ...ofModel }),
    ],
    keys: [
      key('ann', { organization: 'acme', team: 'ml' }),
      key('ben', { organization: 'acme', team: 'ml' }),
      key('cat', { organization: 'acme', team: 'ops' }),
      key('dan', { organization: 'globex', team: 'ml' }),
    ],
    ...more,
  });
  const all = { semantic, ...terms };
  const world = parts.use(await startCached(all, counting, fragments, config));
  return { ...world, vectors, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** Asks it a question. */
export const askIt = async (
  { gateway }: Pick<Awaited<ReturnType<typeof startAlike>>, 'gateway'>,
  content: string,
  { body, ...how }: Asked = {},
) => await ask(gateway, { ...how, body: { messages: [{ role: 'user', content }], ...body } });

/** How often it was read which questions other gateways know, or they were told of one (`puts`), and came to that. */
export async function toldOf(
  gateway: TestGateway,
  what: 'gets' | 'puts',
  outcome: string,
): Promise<number> {
  const sample = `cache_alike_${what}_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`;
  return Number(new RegExp(sample).exec(await metricsOf(gateway))?.[1]);
}
