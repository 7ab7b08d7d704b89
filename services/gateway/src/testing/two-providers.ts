import type { Clock } from '@aicp/common/time/clock';
import type { ModelFragment, ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { saying } from './clients.ts';
import { key, model, provider, type Fragments } from './fragments.ts';
import { answerJson, completion, startScriptedProvider, type Script } from './scripted-provider.ts';
import { startTestGateway, type TestGateway } from './start-test-gateway.ts';

/** Answers well. */
export const answers: Script = (response) => {
  answerJson(response, completion('good'));
};
/** Answers an error with a status. */
export const fails =
  (status: number, headers: Record<string, string> = {}): Script =>
  (response) => {
    answerJson(response, { error: { message: 'no' } }, status, headers);
  };

export interface Setting {
  /** How the providers `one` and `two` answer. */
  readonly one: Script;
  readonly two?: Script;
  /** Of provider `one`. */
  readonly settings?: Partial<ProviderFragment>;
  /** Of the model `main`, which is at provider `one`. */
  readonly main?: Partial<ModelFragment>;
  readonly more?: Fragments;
  /** Absent: the system's. */
  readonly clock?: Clock;
}

/** A gateway with two providers: `main` is at the first, and `spare`, its fallback, at the second. */
export async function startTwoProviders({
  one,
  two,
  settings = {},
  main = {},
  more = {},
  clock,
}: Setting) {
  const first = await startScriptedProvider(one);
  const second = await startScriptedProvider(two ?? answers);
  const gateway = await startTestGateway({
    ...(clock ? { clock } : {}),
    fragments: {
      providers: [
        provider('one', { baseUrl: first.url, ...settings }),
        provider('two', { baseUrl: second.url }),
      ],
      keys: [key('alice')],
      ...more,
      models: [
        model('main', 'one', { fallbacks: two ? ['spare'] : [], ...main }),
        model('spare', 'two'),
        ...(more.models ?? []),
      ],
    },
  });
  return {
    first,
    second,
    gateway,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await first[Symbol.asyncDispose]();
      await second[Symbol.asyncDispose]();
    },
  };
}

/** Asks for a chat completion, and reads all of the answer. */
export async function askMain(gateway: TestGateway, more: object = {}) {
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-alice' },
    body: JSON.stringify({ model: 'main', messages: saying('hi'), ...more }),
  });
  const { headers, status } = response;
  const [by, attempts] = ['x-aicp-model', 'x-aicp-attempts'].map((name) => headers.get(name));
  return {
    status,
    by,
    attempts: Number(attempts),
    retryAfter: headers.get('retry-after'),
    text: await response.text(),
  };
}
