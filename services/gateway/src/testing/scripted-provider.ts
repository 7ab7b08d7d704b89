import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { listen } from '@aicp/common/http/listen';

/** A request as it reached the provider. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Whether the gateway hung up before the answer was complete. */
  aborted: boolean;
}

/** Answers request number `count` (0 is the first). */
export type Script = (response: ServerResponse, received: Received, count: number) => void;

export interface ScriptedProvider extends AsyncDisposable {
  /** With the version, as a Provider's base address. */
  readonly url: string;
  readonly received: Received[];
}

/** A provider that answers as a test says. */
export async function startScriptedProvider(script: Script): Promise<ScriptedProvider> {
  const received: Received[] = [];
  const listening = await listen(
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        const body = Buffer.concat(chunks);
        const one: Received = { method, path, headers, body, aborted: false };
        response.on('close', () => {
          one.aborted = !response.writableFinished;
        });
        received.push(one);
        script(response, one, received.length - 1);
      });
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    url: `http://127.0.0.1:${listening.port}/v1`,
    received,
    [Symbol.asyncDispose]: () => listening.close(0),
  };
}

/** Sends a JSON answer. */
export function answerJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...headers,
  });
  response.end(bytes);
}

/** A chat completion that says `content`, with its usage. */
export const completion = (content: string, usage: unknown = USAGE) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'upstream',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage,
});

export const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/** One event of a stream: a chunk that brings `content`. */
export const delta = (content: string): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
    usage: null,
  })}\n\n`;

/** The last events of a stream: the reason to finish, usage alone, [DONE]. */
export const ENDING = [
  'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}\n\n',
  `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[],"usage":${JSON.stringify(USAGE)}}\n\n`,
  'data: [DONE]\n\n',
] as const;

/** What a client that did not ask for usage gets of these events. */
export const unasked = (events: string): string => events.replaceAll(',"usage":null', '');

/** Begins a stream; what follows is written by the test. */
export function beginStream(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return response;
}
