import type { GuardrailFragment, JudgeTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { describe, expect, it } from 'vitest';
import { saying, scriptedJudge } from '../guardrails/judges/testing/scripted-judge.ts';
import { ask, lastSent, startGuarded } from '../testing/guarded-gateway.ts';
import { guardrail } from '../testing/guardrails.ts';

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
      ...{ status: 403, text: expect.stringContaining('bad_answer') as unknown },
    });
    await using open = await startGuarded([guardrail('asks', { ...asks, onFail: 'allow' })]);
    expect(await ask(open.gateway, 'hi')).toMatchObject({
      ...{ status: 200, verdicts: 'asks=error;input' },
    });
  });

  it('closes on answers, about which no judge is asked', async () => {
    await using judge = await scriptedJudge(saying({ action: 'allow' }));
    const asks = { detectors: [], judge: { ...JUDGE, url: judge.url } };
    const stages = ['input' as const, 'output' as const];
    await using world = await startGuarded([guardrail('asks', { ...asks, stages })]);
    expect(await ask(world.gateway, 'hi')).toMatchObject({
      ...{ status: 403, text: expect.stringContaining('judge_not_asked') as unknown },
    });
    expect(world.upstream.received).toEqual([]);
  });
});
