import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import { expect, it } from 'vitest';
import type {
  DocumentAnswer,
  Protocol,
  ProtocolRequest,
  StreamAnswer,
} from '../protocols/protocol.ts';
import { PROVIDER_TYPES, type ProviderType } from '../providers/provider-types.ts';
import { NO_SECRETS } from '../providers/upstream/secret-guard.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { key, model, simulated } from '../testing/fragments.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';

/*
 * A protocol whose requests are two lines, the model and a text, and whose answers are words. Neither the pipeline nor anything else of
 * the gateway knows of it, or of the provider that answers it.
 */

const tokens = (answer: string) => ({
  ...NO_TOKENS,
  input: 1,
  output: answer.split(' ').length,
});

/** An answer is whole with its full stop. */
const wordDocument = (): DocumentAnswer => {
  let text = '';
  return {
    push(piece) {
      text += piece.toString();
      return true;
    },
    get isWhole() {
      return text.endsWith('.');
    },
    isBegun: false,
    isAnswer: false,
    problem: undefined,
  };
};

const noStream = (): StreamAnswer => expect.unreachable();

const toRequest = (body: Buffer): ProtocolRequest => {
  const [name = '', text = ''] = body.toString().split('\n');
  return {
    model: name,
    stream: false,
    maxTokens: undefined,
    user: undefined,
    metadata: {},
    hasTools: false,
    size: body.length,
    promptCharacters: text.length,
    promptTexts: () => expect.unreachable(),
    withTexts: () => expect.unreachable(),
    bodyFor: (upstreamModel) => Buffer.from(`${upstreamModel}\n${text}`),
    openStream: noStream,
    openDocument: wordDocument,
  };
};

const lines: Protocol = {
  name: 'lines',
  format: 'chat',
  paths: ['/v1/lines'],
  read: (body) =>
    body.includes('\n') ? toRequest(body) : { message: 'Send two lines.', param: null },
  readLarge: () => expect.unreachable(),
  usageOf: (answer) => tokens(answer.toString()),
  charactersOf: (answer) => answer.length,
  errorBody: ({ message }) => Buffer.from(`sorry: ${message}`),
  providerError: (body) => body,
  refusalReason: () => undefined,
  errorEvent: () => expect.unreachable(),
  guardDocument: () => expect.unreachable(),
  guardStream: () => expect.unreachable(),
};

/** A type of provider that answers the body that it was sent. */
const echo: ProviderType = {
  clientOf: () => ({
    speaks: ['chat'],
    guard: NO_SECRETS,
    errorGuard: NO_SECRETS,
    send({ body }, receiver) {
      queueMicrotask(() => {
        receiver.onStart(200, {});
        receiver.onData(Buffer.from(`${body.toString().replace('\n', ' says ')}.`));
        receiver.onEnd();
      });
      return { pause() {}, resume() {}, cancel() {} };
    },
  }),
};

const fragments = {
  providers: [simulated('sim')],
  models: [model('small', 'sim', { upstreamModel: 'tiny' })],
  keys: [key('alice')],
};

it('a second protocol and another type of provider need nothing but themselves', async () => {
  await using gateway = await startTestGateway({
    fragments,
    protocols: [lines],
    providerTypes: { ...PROVIDER_TYPES, simulated: echo },
  });
  const send = async (body: string) => {
    const headers = { authorization: 'Bearer sk-alice' };
    const response = await fetch(`${gateway.url}/v1/lines`, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const answer = await send('small\nhello there');
  expect(answer).toMatchObject({ status: 200, text: 'tiny says hello there.' });
  expect(answer.headers.get('x-aicp-provider')).toBe('sim');
  expect(await send('nothing')).toMatchObject({ status: 400, text: 'sorry: Send two lines.' });
  expect(await send('large\nhello')).toMatchObject({ status: 404 });
  expect(await usageOf(gateway, 3)).toMatchObject([
    { model_asked: 'small', model_served: 'small', input: 1, output: 4, completion: 'complete' },
    { completion: 'refused', status: 400 },
    { model_asked: 'large', completion: 'refused', status: 404 },
  ]);
});
