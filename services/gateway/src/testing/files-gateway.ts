import OpenAI, { toFile } from 'openai';
import { startOpenAiTwin } from '../twins/openai/openai-twin.ts';
import type { Twin } from '../twins/kit/start-twin.ts';
import { credential, key, model, provider, type Fragments } from './fragments.ts';
import { startTestGateway, type TestGateway } from './start-test-gateway.ts';

/** A gateway whose one provider keeps files. */
export interface FilesGateway extends AsyncDisposable {
  readonly gateway: TestGateway;
  readonly twin: Twin;
  /** OpenAI's client with the key `sk-<name>`. */
  readonly clientOf: (name: string) => OpenAI;
}

/** alice and ann are of the team red of acme, bob is of its team blue, carol of another organization, and dan of none. */
const KEYS = [
  key('alice', { organization: 'acme', team: 'red' }),
  key('ann', { organization: 'acme', team: 'red' }),
  key('bob', { organization: 'acme', team: 'blue' }),
  key('carol', { organization: 'other', team: 'red' }),
  key('dan'),
];

/** What the snapshot is made of, with the provider `openai` at the twin and its model `gpt`. */
export const filesFragments = (twin: Twin, more: Fragments = {}): Fragments => ({
  providers: [
    provider('openai', { type: 'openai', baseUrl: `${twin.origin}/v1`, credential: 'set' }),
  ],
  credentials: [credential('openai', 'a-key-of-the-vendor')],
  models: [model('gpt', 'openai', { upstreamModel: 'gpt-4.1' })],
  keys: KEYS,
  ...more,
});

/** Starts one. */
export async function startFilesGateway(more: Fragments = {}): Promise<FilesGateway> {
  await using starting = new AsyncDisposableStack();
  const twin = starting.use(await startOpenAiTwin());
  const gateway = starting.use(await startTestGateway({ fragments: filesFragments(twin, more) }));
  const running = starting.move();
  return {
    ...{ gateway, twin },
    clientOf: (name) =>
      new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: `sk-${name}`, maxRetries: 0 }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A file of a text. */
export const textFile = (text: string, name = 'notes.txt'): ReturnType<typeof toFile> =>
  toFile(Buffer.from(text), name);
