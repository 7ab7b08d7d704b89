import { join } from 'node:path';
import * as made from '@aicp/gateway/testing/fragments';
import { measure, ratio, ratios, type Contender } from '../measure.ts';
import { benchFragments, secretOf } from '../bench-fragments.ts';
import { spawnProcess } from '../spawn-process.ts';
import { startGatewayTarget, startPassthroughTarget, type Target } from '../targets.ts';

/**
 * CPU of the gateway for a request in each API: passed on to a vendor of the same API, over that of a chat completion passed on; translated to another
 * vendor's, over the same; and with a prompt of 256 kB, over a bare pass-through of node:http and undici. The last line is one JSON object. With
 * `--bars` it ends with an error where a pass-through takes more than 1.1, a translation more than 2, or a large prompt more than 1.5 times that.
 */

const LOAD_CORE = 1;
const ROUNDS = 5;
const BARS = { passed: 1.1, translated: 2, large: 1.5 };
const PROMPT = 'Say something about the sea, the wind and the light over the harbour. ';
const LARGE = PROMPT.repeat(Math.ceil(262_144 / PROMPT.length));

interface Api {
  readonly path: (model: string, stream: boolean) => string;
  readonly body: (model: string, stream: boolean, text: string) => object;
}

const APIS: Readonly<Record<string, Api>> = {
  chat: {
    path: () => '/v1/chat/completions',
    body: (model, stream, content) => ({ model, stream, messages: [{ role: 'user', content }] }),
  },
  messages: {
    path: () => '/v1/messages',
    body: (model, stream, content) => ({
      ...{ model, stream, max_tokens: 100, messages: [{ role: 'user', content }] },
    }),
  },
  responses: {
    path: () => '/v1/responses',
    body: (model, stream, content) => ({
      ...{ model, stream, store: false, input: [{ role: 'user', content }] },
    }),
  },
  gemini: {
    path: (model, stream) =>
      `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (_model, _stream, text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
  },
};

/** The model of a vendor that speaks the API. */
const MODELS: Readonly<Record<string, string>> = {
  ...{ chat: 'by-chat', messages: 'by-messages', responses: 'by-openai', gemini: 'by-gemini' },
};

interface Case {
  readonly name: string;
  readonly api: string;
  readonly model: string;
  readonly stream: boolean;
  readonly text: string;
}

const pass = (api: string, stream: boolean, text = PROMPT): Case => ({
  name: `${api} ${stream ? 'stream' : 'document'}${text === PROMPT ? '' : ', 256 kB'}`,
  ...{ api, model: MODELS[api] ?? '', stream, text },
});

const translate = (api: string, to: string, stream: boolean): Case => ({
  name: `${api} to ${to} ${stream ? 'stream' : 'document'}`,
  ...{ api, model: MODELS[to] ?? '', stream, text: PROMPT },
});

const NAMES = Object.keys(APIS);
const KINDS = [false, true];
const PASSED = KINDS.flatMap((stream) => NAMES.map((api) => pass(api, stream)));
const PAIRS = NAMES.flatMap((api) =>
  ['chat', 'messages', 'gemini'].filter((to) => to !== api).map((to) => [api, to] as const),
);
const TRANSLATED = KINDS.flatMap((stream) => PAIRS.map(([api, to]) => translate(api, to, stream)));
const LARGES = NAMES.map((api) => pass(api, false, LARGE));

function requestOf({ api, model, stream, text }: Case, headers: readonly string[]): Buffer {
  const { path, body } = APIS[api] ?? APIS.chat!;
  const bytes = Buffer.from(JSON.stringify(body(model, stream, text)));
  const lines = [
    `POST ${path(model, stream)} HTTP/1.1`,
    ...['host: gateway', 'content-type: application/json', ...headers],
    `content-length: ${bytes.length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

const fragmentsFor = (url: string): made.Fragments => {
  const fragments = benchFragments(url);
  const vendor = (name: string, type: 'openai' | 'openai_compatible' | 'anthropic' | 'gemini') =>
    made.provider(name, { type, baseUrl: `${url}/v1`, credential: 'set' });
  const types = [
    ...[['by-chat', 'openai_compatible'] as const, ['by-openai', 'openai'] as const],
    ...[['by-messages', 'anthropic'] as const, ['by-gemini', 'gemini'] as const],
  ];
  const streaming = { headers: { 'x-stream': 'yes' } };
  return {
    ...fragments,
    providers: types.flatMap(([name, type]) => [
      vendor(name, type),
      { ...vendor(`${name}-stream`, type), ...streaming },
    ]),
    credentials: types.flatMap(([name]) => [
      made.credential(name, 'sk-upstream'),
      made.credential(`${name}-stream`, 'sk-upstream'),
    ]),
    models: types.flatMap(([name]) =>
      [name, `${name}-stream`].map((id) =>
        made.model(id, id, { upstreamModel: 'm', tier: 'premium' }),
      ),
    ),
  };
};

/** A vendor streams where its provider says so: what is prepared is not read of the request. */
const toldOf = (one: Case): Case => (one.stream ? { ...one, model: `${one.model}-stream` } : one);

const args = [join(import.meta.dirname, 'upstream.ts')];
const upstream = await spawnProcess({ args, core: LOAD_CORE, ready: /ready ([0-9]+)/ });
const url = `http://127.0.0.1:${upstream.port}`;
const authorized = [`authorization: Bearer ${secretOf(0)}`];

async function samplesOf(cases: readonly Case[], more: readonly Contender[] = []) {
  const contenders = cases.map(({ name }): Contender => ({
    name,
    start: async () => ({ ...(await startGatewayTarget(url, {}, fragmentsFor(url))), name }),
  }));
  const requestsFor = ({ name }: Target): Buffer[] => {
    const one = cases.find((each) => each.name === name) ?? pass('chat', false, LARGE);
    return [requestOf(toldOf(one), authorized)];
  };
  process.stderr.write(`measuring ${cases.map(({ name }) => name).join(', ')}\n`);
  return await measure([...contenders, ...more], {
    ...{ connections: 16, requestsFor, windowMs: 2000, rounds: ROUNDS },
    warmUp: { requests: 15_000, mostMs: 8_000 },
  });
}

const passed = await samplesOf(PASSED);
const figures: Record<string, number> = {};
for (const { name, stream } of PASSED)
  figures[name] = ratio(passed, name, pass('chat', stream).name);
for (const stream of KINDS) {
  const cases = TRANSLATED.filter((one) => one.stream === stream);
  for (let at = 0; at < cases.length; at += 4) {
    const some = cases.slice(at, at + 4);
    const samples = await samplesOf([pass('chat', stream), ...some]);
    for (const { name } of some) figures[name] = ratio(samples, name, pass('chat', stream).name);
  }
}
const bare: Contender = { name: 'bare', start: () => startPassthroughTarget(url) };
const large = await samplesOf(LARGES, [{ ...bare, name: 'bare' }]);
for (const { name } of LARGES) figures[name] = ratio(large, name, 'bare');
await upstream.stop();

process.stdout.write(
  `${JSON.stringify({ ...figures, rounds_of_chat: ratios(passed, 'messages document', 'chat document') })}\n`,
);
const barOf = (name: string): number => {
  if (name.includes('256 kB')) return BARS.large;
  return name.includes(' to ') ? BARS.translated : BARS.passed;
};
const beyond = Object.entries(figures).filter(([name, value]) => value > barOf(name));
for (const [name, value] of beyond) process.stdout.write(`${name}: ${value} > ${barOf(name)}\n`);
if (process.argv.includes('--bars') && beyond.length > 0) process.exitCode = 1;
