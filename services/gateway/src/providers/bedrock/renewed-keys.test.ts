import { expect, it } from 'vitest';
import { clientOf, saying } from '../../testing/clients.ts';
import { key, model, provider } from '../../testing/fragments.ts';
import { answerJson, startScriptedProvider } from '../../testing/scripted-provider.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';

/** A gateway with a role, at a Bedrock that refuses the first so many requests for such a reason. */
async function refused(times: number, reason: string) {
  let left = times;
  const twin = await startScriptedProvider((response, { path }) => {
    if (path.endsWith('/keys')) {
      answerJson(response, {
        ...{ AccessKeyId: 'AKIA', SecretAccessKey: 'secret-0123456789', Token: 'a-token' },
        Expiration: new Date(Date.now() + 3_600_000).toISOString(),
      });
    } else if (left > 0) {
      left -= 1;
      answerJson(response, { message: 'no' }, 403, { 'x-amzn-errortype': `${reason}:http://x` });
    } else {
      answerJson(response, {
        output: { message: { role: 'assistant', content: [{ text: 'Hello' }] } },
        ...{ stopReason: 'end_turn', usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } },
      });
    }
  });
  const gateway = await startTestGateway({
    config: { cloud: { aws: { container: { url: `${twin.url}/keys` } } } },
    fragments: {
      keys: [key('alice')],
      providers: [provider('aws', { type: 'bedrock', baseUrl: twin.url, region: 'eu-central-1' })],
      models: [model('main', 'aws')],
    },
  });
  const ask = () =>
    clientOf(gateway).chat.completions.create({ model: 'main', messages: saying('x') });
  const count = (end: string) => twin.received.filter(({ path }) => path.endsWith(end)).length;
  return {
    ...{ ask, count },
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await twin[Symbol.asyncDispose]();
    },
  };
}

it('asks once more with keys that are got anew where the session of a role is over', async () => {
  await using all = await refused(1, 'ExpiredTokenException');
  expect((await all.ask()).choices[0]?.message.content).toBe('Hello');
  expect([all.count('/keys'), all.count('/converse')]).toEqual([2, 2]);
});

it('asks once more and no oftener', async () => {
  await using all = await refused(9, 'UnrecognizedClientException');
  await expect(all.ask()).rejects.toMatchObject({ status: 502 });
  expect([all.count('/keys'), all.count('/converse')]).toEqual([2, 2]);
});

it('does not ask again where the role may not do what is asked', async () => {
  await using all = await refused(9, 'AccessDeniedException');
  await expect(all.ask()).rejects.toMatchObject({ status: 502 });
  expect(all.count('/converse')).toBe(1);
});
