import type { GuardrailFragment } from '@aicp/contracts/snapshot/sections/guardrails';
import { key, model, provider, type Fragments } from './fragments.ts';
import {
  answerJson,
  beginStream,
  delta,
  ENDING,
  startScriptedProvider,
} from './scripted-provider.ts';
import { startTestGateway, type TestGateway } from './start-test-gateway.ts';

/** A provider that says what it was told last, as a stream word by word, and a gateway before it. */
export async function startGuarded(
  guardrails: readonly GuardrailFragment[],
  more: Partial<Fragments> = {},
) {
  const parts = new AsyncDisposableStack();
  const upstream = parts.use(
    await startScriptedProvider((response, { body }) => {
      const { messages, stream } = JSON.parse(body.toString()) as {
        messages: { content: unknown }[];
        stream?: boolean;
      };
      const message = { role: 'assistant', content: String(messages.at(-1)?.content) };
      if (stream) {
        const words = message.content.split(/(?<= )/);
        beginStream(response).end([...words.map(delta), ...ENDING].join(''));
        return;
      }
      answerJson(response, {
        ...{ id: 'c', object: 'chat.completion', created: 1, model: 'up' },
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
      });
    }),
  );
  const fragments: Fragments = {
    providers: [provider('up', { baseUrl: upstream.url })],
    models: [model('small', 'up'), model('large', 'up')],
    keys: [
      key('alice', { organization: 'acme', team: 'ml' }),
      key('bob', { organization: 'globex' }),
      key('carol'),
    ],
    guardrails,
    ...more,
  };
  const gateway = parts.use(await startTestGateway({ fragments }));
  return { gateway, upstream, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** How it is asked. */
export interface Asked {
  readonly as?: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

/** Asks with one message of a user, or with another body. */
export async function ask(
  gateway: TestGateway,
  content: unknown,
  { as, body, headers }: Asked = {},
) {
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${as ?? 'alice'}`, ...headers },
    body: JSON.stringify({ model: 'small', messages: [{ role: 'user', content }], ...body }),
  });
  const text = await response.text();
  const verdicts = response.headers.get('x-aicp-guardrails');
  const retryAfter = response.headers.get('retry-after');
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  return { status: response.status, text, verdicts, retryAfter, code };
}

/** What the provider was sent last. */
export const lastSent = ({ received }: { received: readonly { body: Buffer }[] }): string =>
  received.at(-1)?.body.toString() ?? '';
