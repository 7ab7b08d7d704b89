import { connect } from 'node:net';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { WebSocket } from 'ws';
import { startRealtimeTwin, type SessionScript } from '../twins/openai/realtime-twin.ts';
import { credential, key, model, provider, type Fragments } from './fragments.ts';
import { startTestGateway, type TestGatewayOptions } from './start-test-gateway.ts';

export interface RealtimeOptions extends Partial<Omit<TestGatewayOptions, 'fragments'>> {
  readonly fragments?: Fragments;
  readonly script?: SessionScript | undefined;
}

/** A million times these are micro-USD for a token: 4 for the prompt, 1 of the cache, 16 for the answer, 32 and 64 for sound. */
const PRICES = {
  ...{ input: '4000000000', cachedInput: '1000000000', output: '16000000000' },
  ...{ audioInput: '32000000000', audioOutput: '64000000000' },
};

/** What one response of the twin costs, nano-USD: 10 tokens of text, 50 of the cache, 40 of sound; 10 of text and 20 of sound come back. */
export const TWIN_COST = 10 * 4000 + 50 * 1000 + 40 * 32_000 + 10 * 16_000 + 20 * 64_000;

/** A twin of OpenAI's Realtime, and a gateway before it with the model `voice`. */
export async function startRealtimeGateway({ fragments, script, ...more }: RealtimeOptions = {}) {
  const parts = new AsyncDisposableStack();
  const twin = parts.use(await startRealtimeTwin(script));
  const all = {
    providers: [
      provider('up', { type: 'openai', baseUrl: `${twin.origin}/v1`, credential: 'set' }),
    ],
    credentials: [credential('up', 'sk-vendor')],
    models: [
      model('voice', 'up', { upstreamModel: 'gpt-realtime', mode: 'realtime', prices: PRICES }),
    ],
    keys: [key('alice')],
    ...fragments,
  };
  const gateway = parts.use(await startTestGateway({ ...more, fragments: all }));
  return { twin, gateway, fragments: all, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** OpenAI's own client at an address without TLS, which it knows by TLS alone. */
export function sdkSession(origin: string, apiKey: string, modelName = 'voice'): OpenAIRealtimeWS {
  const { port } = new URL(origin);
  const client = new OpenAI({ apiKey, baseURL: `${origin}/v1`, maxRetries: 0 });
  const options = { createConnection: () => connect(Number(port), '127.0.0.1') };
  return new OpenAIRealtimeWS({ model: modelName, options }, client);
}

type Event = Readonly<Record<string, unknown>>;

/** A session as a test speaks it. */
export interface PlainSession {
  readonly socket: WebSocket;
  readonly events: Event[];
  readonly send: (event: object) => void;
  /** The first event of a type, once it is there. */
  readonly until: (type: string, count?: number) => Promise<Event>;
  /** Code and reason of its close. */
  readonly closed: Promise<readonly [number, string]>;
}

export interface PlainOptions {
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly protocols?: string[];
}

/** Opens a session; rejects with the status and body of a refusal. */
export function plainSession(origin: string, options: PlainOptions = {}): Promise<PlainSession> {
  const { path = '/v1/realtime?model=voice', headers, protocols = [] } = options;
  const sent = headers ?? (protocols.length > 0 ? {} : { authorization: 'Bearer sk-alice' });
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, protocols, {
    headers: sent,
  });
  const events: Event[] = [];
  const listeners = new Set<() => void>();
  socket.on('message', (data) => {
    events.push(JSON.parse((data as Buffer).toString()) as Event);
    for (const listener of listeners) listener();
  });
  const closed = new Promise<readonly [number, string]>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve([code, reason.toString()]);
    });
  });
  const until = (type: string, count = 1) =>
    new Promise<Event>((resolve, reject) => {
      const look = (): void => {
        const found = events.filter((event) => event['type'] === type);
        if (found.length >= count) resolve(found[count - 1] ?? {});
      };
      listeners.add(look);
      void closed.then(([code, reason]) => {
        reject(new Error(`closed with ${code} ${reason} before ${type}`));
      });
      look();
    });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk) => (body += String(chunk)));
      response.on('end', () => {
        const { error = {} } = JSON.parse(body) as { error?: Record<string, unknown> };
        reject(
          Object.assign(new Error('refused'), {
            status: response.statusCode,
            ...error,
            headers: response.headers,
            text: error['message'],
            body,
          }),
        );
      });
    });
    socket.on('open', () => {
      resolve({
        socket,
        events,
        until,
        closed,
        send: (event) => socket.send(JSON.stringify(event)),
      });
    });
  });
}

/** What a user says. */
export const says = (text: string) => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
});
