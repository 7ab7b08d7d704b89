import type { GuardrailFragment, JudgeTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { describe, expect, it } from 'vitest';
import { saying, scriptedJudge } from '../guardrails/judges/testing/scripted-judge.ts';
import { key, model, provider } from '../testing/fragments.ts';
import { ask, lastSent, startGuarded } from '../testing/guarded-gateway.ts';
import { guardrail } from '../testing/guardrails.ts';
import { usageOf } from '../testing/journal-lines.ts';
import { beginStream, delta, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

const MAIL = 'ann@example.com';
const PII: GuardrailFragment['detectors'] = [{ id: 'pii', type: 'pii', action: 'redact' }];
const JUDGE: Omit<JudgeTerms, 'url'> = {
  ...{ type: 'http', credential: 'none', timeoutMs: 5000, piiAction: 'redact' },
};

describe('a guardrail with a judge', () => {
  it('asks it about what detectors left, and does what that says', async () => {
    await using judge = await scriptedJudge(saying({ action: 'allow' }));
    const asks = {
      ...{ detectors: PII, stages: ['input' as const] },
      judge: { ...JUDGE, url: judge.url },
    };
    await using world = await startGuarded([guardrail('asks', asks)]);
    const { gateway } = world;
    expect(await ask(gateway, `to ${MAIL}`)).toMatchObject({
      ...{ status: 200, verdicts: 'asks=redacted;input' },
    });
    expect(judge.heard.at(-1)?.json).toMatchObject({
      ...{ stage: 'input', text: 'to <EMAIL_ADDRESS_1>', model: 'small' },
      metadata: { organization: 'acme', team: 'ml', key: 'alice' },
    });
    judge.answer = saying({ action: 'redact', label: 'RUDE', score: 1, text: 'something kind' });
    await ask(gateway, 'something rude');
    expect(lastSent(world.upstream)).toContain('"something kind"');
    judge.answer = saying({ action: 'block', label: 'RUDE', score: 1 });
    expect(await ask(gateway, 'something rude')).toMatchObject({
      ...{ status: 403, text: expect.stringContaining('stopped the request: RUDE') as unknown },
    });
    const heard = judge.heard.length;
    await ask(gateway, 'something rude', { headers: { 'x-aicp-dry-run': 'true' } });
    expect(judge.heard).toHaveLength(heard);
  });

  it('in monitor mode asks it, and does nothing', async () => {
    await using judge = await scriptedJudge(saying({ action: 'block', label: 'RUDE', score: 1 }));
    const asks = { detectors: [], stages: ['input' as const], mode: 'monitor' as const };
    const watches = guardrail('watches', { ...asks, judge: { ...JUDGE, url: judge.url } });
    await using world = await startGuarded([watches]);
    expect(await ask(world.gateway, 'rude')).toMatchObject({
      ...{ status: 200, verdicts: 'watches=blocked;input;monitor' },
    });
  });

  it('closes where that says nothing that counts, unless it says otherwise', async () => {
    await using judge = await scriptedJudge(saying({ odd: true }));
    const asks = {
      ...{ detectors: [], stages: ['input' as const] },
      judge: { ...JUDGE, url: judge.url },
    };
    await using closed = await startGuarded([guardrail('asks', asks)]);
    expect(await ask(closed.gateway, 'hi')).toMatchObject({
      ...{ status: 503, retryAfter: '5', code: 'guardrail_unavailable' },
      text: expect.stringContaining('cannot judge this for now (bad_answer)') as unknown,
    });
    await using open = await startGuarded([guardrail('asks', { ...asks, onFail: 'allow' })]);
    expect(await ask(open.gateway, 'hi')).toMatchObject({
      ...{ status: 200, verdicts: 'asks=error;input' },
    });
  });
});

/** A guardrail whose judge is asked about answers alone. */
const ofAnswers = (url: string, more: Partial<GuardrailFragment> = {}): GuardrailFragment =>
  guardrail('asks', {
    ...{ detectors: [], stages: ['output'], judge: { ...JUDGE, url } },
    ...more,
  });
const STREAM = { model: 'small', stream: true, messages: [{ role: 'user', content: 'so rude' }] };
const asStream = (gateway: TestGateway) => ask(gateway, '', { body: STREAM });
const contentOf = (text: string): string =>
  [...text.matchAll(/"content":"([^"]*)"/g)].map(([, content]) => content).join('');

describe('a judge of answers', () => {
  it.each([
    ['documents', (gateway: TestGateway) => ask(gateway, 'so rude')],
    ['streams', asStream],
  ])('is asked about all of the text, and does what it says: %s', async (_, asked) => {
    await using judge = await scriptedJudge(saying({ action: 'allow' }));
    await using world = await startGuarded([ofAnswers(judge.url)]);
    const { gateway } = world;
    const allowed = await asked(gateway);
    expect(allowed).toMatchObject({ status: 200, verdicts: 'asks=passed;output' });
    expect(contentOf(allowed.text)).toBe('so rude');
    expect(judge.heard.map(({ json }) => json)).toMatchObject([
      {
        ...{ stage: 'output', text: 'so rude', model: 'small' },
        metadata: { organization: 'acme', team: 'ml', key: 'alice' },
      },
    ]);
    judge.answer = saying({ action: 'redact', label: 'RUDE', score: 1, text: 'so kind' });
    const replaced = await asked(gateway);
    expect(replaced).toMatchObject({ status: 200, verdicts: 'asks=redacted;output' });
    expect(contentOf(replaced.text)).toBe('so kind');
    expect(replaced.text).not.toContain('rude');
    judge.answer = saying({ action: 'block', label: 'RUDE', score: 1 });
    const { status, text } = await asked(gateway);
    expect([status, text]).toEqual([
      403,
      expect.stringContaining('"asks\\" stopped the answer: RUDE') as string,
    ]);
    expect(text).not.toContain('so ');
    const records = await usageOf(gateway, 3);
    expect(records).toMatchObject([
      { status: 200, guardrails: [{ stage: 'output', verdict: 'passed' }] },
      { status: 200, guardrails: [{ stage: 'output', verdict: 'redacted' }] },
      { status: 403, guardrails: [{ stage: 'output', verdict: 'blocked' }] },
    ]);
    for (const { output } of records) expect(output).toBeGreaterThan(0);
  });

  it('that says nothing that counts closes, unless its guardrail says otherwise', async () => {
    await using judge = await scriptedJudge(saying({ odd: true }));
    await using closed = await startGuarded([ofAnswers(judge.url)]);
    expect(await asStream(closed.gateway)).toMatchObject({
      ...{
        ...{ status: 503, retryAfter: '5', code: 'guardrail_unavailable' },
        text: expect.stringContaining('cannot judge this for now (bad_answer)') as unknown,
      },
    });
    const [decision] = closed.gateway.running.decisions.newest();
    expect(decision).toMatchObject({
      ...{ result: 'serve', model: 'small', status: 503, code: 'guardrail_unavailable' },
    });
    await using open = await startGuarded([ofAnswers(judge.url, { onFail: 'allow' })]);
    const { status, text, verdicts } = await asStream(open.gateway);
    expect([status, verdicts]).toEqual([200, 'asks=error;output']);
    expect(contentOf(text)).toBe('so rude');
  });

  it('sees what detectors left, and a stream that they stop is not asked about', async () => {
    await using judge = await scriptedJudge(saying({ action: 'allow' }));
    const words: GuardrailFragment['detectors'] = [
      {
        ...{ id: 'words', type: 'keyword', action: 'block' },
        patterns: [{ pattern: 'rude', label: 'WORD', action: 'block' }],
      },
    ];
    await using world = await startGuarded([ofAnswers(judge.url, { detectors: words })]);
    expect(await asStream(world.gateway)).toMatchObject({ status: 403 });
    expect(judge.heard).toEqual([]);
  });

  it('holds no more of a stream than 8 MiB', async () => {
    await using judge = await scriptedJudge(saying({ action: 'allow' }));
    await using world = await startGuarded([ofAnswers(judge.url)]);
    const content = 'x'.repeat(1_048_576).concat(' ').repeat(9);
    const body = { ...STREAM, messages: [{ role: 'user', content }] };
    expect(await ask(world.gateway, '', { body })).toMatchObject({
      ...{ status: 502, text: expect.stringContaining('answer_too_large') as unknown },
    });
    expect(judge.heard).toEqual([]);
  });

  it('is not asked about a stream that breaks, of which the client has nothing', async () => {
    await using judge = await scriptedJudge(saying({ action: 'allow' }));
    await using upstream = await startScriptedProvider((response) => {
      beginStream(response).end(delta('so '));
    });
    await using gateway = await startTestGateway({
      fragments: {
        providers: [provider('up', { baseUrl: upstream.url })],
        models: [model('small', 'up')],
        keys: [key('alice')],
        guardrails: [ofAnswers(judge.url)],
      },
    });
    const { status, text } = await asStream(gateway);
    expect([status, text]).toEqual([502, expect.stringContaining('"error"') as string]);
    expect(text).not.toContain('so ');
    expect(judge.heard).toEqual([]);
  });

  it('is waited for by nobody whose client has left', async () => {
    const asked = Promise.withResolvers<undefined>();
    const ended = Promise.withResolvers<undefined>();
    await using judge = await scriptedJudge((response) => {
      asked.resolve(undefined);
      response.once('close', () => {
        ended.resolve(undefined);
      });
    });
    await using world = await startGuarded([ofAnswers(judge.url)]);
    const leaving = new AbortController();
    const request = fetch(`${world.gateway.url}/v1/chat/completions`, {
      ...{ method: 'POST', headers: { authorization: 'Bearer sk-alice' } },
      ...{ body: JSON.stringify(STREAM), signal: leaving.signal },
    });
    await asked.promise;
    leaving.abort();
    await expect(request).rejects.toThrow();
    await ended.promise;
    expect(await usageOf(world.gateway, 1)).toHaveLength(1);
  });
});
