import type { GuardrailFragment } from '@aicp/contracts/snapshot/sections/guardrails';
import { describe, expect, it } from 'vitest';
import { saying, scriptedJudge } from '../guardrails/judges/testing/scripted-judge.ts';
import { key } from '../testing/fragments.ts';
import { guardrail } from '../testing/guardrails.ts';
import { usageOf } from '../testing/journal-lines.ts';
import {
  agent,
  rpcEvent,
  startScriptedAgent,
  type AgentScript,
} from '../testing/scripted-agent.ts';
import { answerJson, beginStream } from '../testing/scripted-provider.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';

const MAIL = 'ann@example.com';
const BOTH: Pick<GuardrailFragment, 'stages'> = { stages: ['input', 'output'] };
const words = (...some: string[]): GuardrailFragment['detectors'] => [
  {
    ...{ id: 'words', type: 'keyword', action: 'block' },
    patterns: some.map((pattern) => ({ pattern, label: 'WORD', action: 'block' as const })),
  },
];

/** An agent that answers with a message, or a stream of two. */
const agentSaying =
  (...texts: string[]): AgentScript =>
  ({ id, method }, response) => {
    const message = (text: string) => ({
      message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text }] },
    });
    if (method !== 'SendStreamingMessage') {
      answerJson(response, { jsonrpc: '2.0', id, result: message(texts.join(' ')) });
      return;
    }
    beginStream(response).end(texts.map((text) => rpcEvent(id, message(text))).join(''));
  };

async function withAgent(guardrails: readonly GuardrailFragment[], ...says: string[]) {
  const parts = new AsyncDisposableStack();
  const upstream = parts.use(await startScriptedAgent(agentSaying(...says)));
  const gateway = parts.use(
    await startTestGateway({
      fragments: {
        keys: [key('alice', { organization: 'acme', team: 'ml' })],
        guardrails,
        sections: { agents: [agent('planner', upstream.url)] },
      },
    }),
  );
  const post = async (text: string, method = 'SendMessage') => {
    const response = await fetch(`${gateway.url}/a2a/planner`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice' },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 7, method },
        params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text }] } },
      }),
    });
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, text: await response.text(), retryAfter };
  };
  return { upstream, gateway, post, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

describe('guardrails and agents', () => {
  it('replace what is found in messages, there and back', async () => {
    await using world = await withAgent([guardrail('pii', BOTH)], 'from bob@example.com');
    const { text } = await world.post(`to ${MAIL}`);
    expect(JSON.stringify(world.upstream.calls[0]?.params)).toContain('to <EMAIL_ADDRESS_1>');
    expect(text).toContain('from <EMAIL_ADDRESS_2>');
    expect(text).toContain('"messageId":"m"');
  });

  it('stop messages, and the agent is not asked', async () => {
    await using world = await withAgent([guardrail('words', { detectors: words('apollo') })]);
    const { status, text } = await world.post('Apollo');
    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({
      ...{ jsonrpc: '2.0', id: 7 },
      error: { code: -32000, message: 'The guardrail "words" stopped the request: WORD.' },
    });
    expect(world.upstream.calls).toEqual([]);
    expect(await usageOf(world.gateway, 1)).toMatchObject([
      { completion: 'refused', guardrails: [{ verdict: 'blocked' }] },
    ]);
  });

  it('keep answers back, of a call that was made', async () => {
    const stops = guardrail('words', { ...BOTH, detectors: words('apollo') });
    await using world = await withAgent([stops], 'Apollo');
    const { status, text } = await world.post('hi');
    expect(status).toBe(403);
    expect(text).toContain('stopped the answer: WORD');
    expect(text).not.toContain('Apollo');
    expect(await usageOf(world.gateway, 1)).toMatchObject([
      { completion: 'complete', status: 403, guardrails: [{}, { verdict: 'blocked' }] },
    ]);
  });

  it('end a stream at the message that they stop', async () => {
    const stops = guardrail('words', { ...BOTH, detectors: words('apollo') });
    await using world = await withAgent([stops], 'fine', 'Apollo', 'more');
    const { status, text } = await world.post('hi', 'SendStreamingMessage');
    expect(status).toBe(200);
    const events = text.split('\n\n').filter((one) => one !== '');
    expect(events).toHaveLength(2);
    expect(events[0]).toContain('fine');
    expect(events[1]).toContain('"code":-32000');
    expect(text).not.toContain('Apollo');
  });

  it.each([['input' as const], ['output' as const]])(
    'are told that it may be asked again where a judge of %s says nothing that counts',
    async (stage) => {
      await using judge = await scriptedJudge(saying({ odd: true }));
      const terms = {
        type: 'http',
        credential: 'none',
        timeoutMs: 5000,
        piiAction: 'redact',
      } as const;
      const asks = { stages: [stage], detectors: [], judge: { ...terms, url: judge.url } };
      await using world = await withAgent([guardrail('asks', asks)], 'fine');
      const { status, text, retryAfter } = await world.post('hi');
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '5' });
      expect(JSON.parse(text)).toMatchObject({
        error: { code: -32000, data: { code: 'guardrail_unavailable' } },
      });
    },
  );
});
