import { afterEach, beforeEach, expect, it } from 'vitest';
import { scriptedJudge, saying, type ScriptedJudge } from '../judges/testing/scripted-judge.ts';
import { usageOf } from '../../testing/journal-lines.ts';
import { key, rateLimit, settings, type Fragments } from '../../testing/fragments.ts';
import { guardrail, judgeCredential } from '../../testing/guardrails.ts';
import { startTestGateway, type TestGateway } from '../../testing/start-test-gateway.ts';

let judge: ScriptedJudge;
beforeEach(async () => {
  judge = await scriptedJudge(saying({ action: 'allow' }));
});
afterEach(() => judge[Symbol.asyncDispose]());

const EMAIL = 'write to nora@example.com';
const keys = [key('alice', { organization: 'acme', team: 'support' }), key('bob')];
const start = (fragments: Fragments) => startTestGateway({ fragments: { keys, ...fragments } });

interface Result {
  readonly flagged: boolean;
  readonly categories: Record<string, boolean>;
  readonly category_scores: Record<string, number>;
}

async function ask(
  { url }: TestGateway,
  body: unknown,
  { secret = 'sk-alice', method = 'POST' } = {},
) {
  const response = await fetch(`${url}/v1/moderations`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });
  const json = (await response.json()) as {
    readonly id?: string;
    readonly model?: string;
    readonly results?: readonly Result[];
    readonly error?: { readonly code: string; readonly message: string };
  };
  return { status: response.status, ...json };
}

const withJudge = (more: Parameters<typeof guardrail>[1] = {}) =>
  guardrail('judged', {
    detectors: [],
    judge: {
      ...{ type: 'openai_moderation', url: judge.url, credential: 'set', timeoutMs: 5000 },
      ...{ piiAction: 'redact', toxicityThreshold: 0.8 },
    },
    ...more,
  });
const judgeCredentials = [judgeCredential('judged', 'of-the-judge')];

it('a moderation without a model is answered by the guardrails, in OpenAI’s shape', async () => {
  await using gateway = await start({ guardrails: [guardrail('emails')] });
  const said = await ask(gateway, { input: ['hello', EMAIL] });
  expect(said).toMatchObject({ status: 200, model: 'aicp-guardrails' });
  expect(said.id).toMatch(/^modr-/);
  const [fine, found] = said.results ?? [];
  expect(fine).toMatchObject({ flagged: false, categories: { hate: false } });
  expect(fine?.categories).not.toHaveProperty('EMAIL_ADDRESS');
  expect(found).toMatchObject({
    flagged: true,
    categories: { EMAIL_ADDRESS: true, 'self-harm/intent': false },
  });
  expect(found?.category_scores['EMAIL_ADDRESS']).toBeGreaterThan(0);
  const parts = await ask(gateway, {
    input: [
      { type: 'text', text: 'hello' },
      { type: 'text', text: EMAIL },
    ],
    model: 'aicp-guardrails',
  });
  expect(parts.results).toMatchObject([{ flagged: true }]);
  const input = ['write to nora@exam', 'ple.com'].map((text) => ({ type: 'text', text }));
  const cut = await ask(gateway, { input, model: 'aicp-guardrails' });
  expect(cut.results).toMatchObject([{ flagged: true, categories: { EMAIL_ADDRESS: true } }]);
  const apart = await ask(gateway, { input: ['a', 'b'], model: 'aicp-guardrails' });
  expect(apart.results).toMatchObject([{ flagged: false }, { flagged: false }]);
  const [record] = await usageOf(gateway, 1);
  expect(record).toMatchObject({ key: 'alice', provider: 'guardrails', completion: 'complete' });
  expect(JSON.stringify([gateway.logged, gateway.running.decisions.newest()])).not.toContain(
    'nora',
  );
});

it('a judge’s categories stand where OpenAI’s clients look for them', async () => {
  judge.answer = saying({
    results: [
      { flagged: false, categories: {}, category_scores: {} },
      {
        flagged: true,
        categories: { 'self-harm/intent': true, violence: false },
        category_scores: { 'self-harm/intent': 0.7, violence: 0.9, hate: 0.1 },
      },
    ],
  });
  await using gateway = await start({ guardrails: [withJudge()], judgeCredentials });
  const { results } = await ask(gateway, { input: ['fine', 'not fine'] });
  expect(results).toMatchObject([
    { flagged: false },
    {
      flagged: true,
      categories: { 'self-harm/intent': true, violence: true, hate: false },
      category_scores: { 'self-harm/intent': 0.7, violence: 0.9 },
    },
  ]);
  expect(judge.heard[0]).toMatchObject({ json: { input: ['fine', 'not fine'] } });
  expect(judge.heard[0]?.headers.authorization).toBe('Bearer of-the-judge');
});

it('a judge that fails closes, unless its guardrail lets pass what it cannot judge', async () => {
  judge.answer = saying({}, 500);
  await using closed = await start({ guardrails: [withJudge()], judgeCredentials });
  const said = await ask(closed, { input: 'hello' });
  expect(said).toMatchObject({ status: 503, error: { code: 'guardrail_unavailable' } });
  expect(said.error?.message).toContain('"judged"');
  await using open = await start({
    guardrails: [withJudge({ onFail: 'allow' }), guardrail('emails')],
    judgeCredentials,
  });
  expect((await ask(open, { input: EMAIL })).results).toMatchObject([{ flagged: true }]);
});

it('a Detector that is not there closes, unless its guardrail lets pass what it cannot judge', async () => {
  const lacks = { detectors: [], lacksDetectors: true };
  await using closed = await start({ guardrails: [guardrail('lacks', lacks)] });
  const said = await ask(closed, { input: 'hello' });
  expect(said).toMatchObject({ status: 503, error: { code: 'guardrail_unavailable' } });
  expect(said.error?.message).toContain('detector_missing');
  await using open = await start({
    guardrails: [guardrail('lacks', { ...lacks, onFail: 'allow' }), guardrail('emails')],
  });
  expect((await ask(open, { input: EMAIL })).results).toMatchObject([{ flagged: true }]);
});

it('only guardrails that act on whoever asks say anything', async () => {
  await using gateway = await start({
    guardrails: [
      guardrail('rival', { organization: 'rival' }),
      guardrail('own', { organization: 'acme', appliesTo: { teams: ['support'] } }),
      guardrail('watching', { mode: 'monitor' }),
      guardrail('of-a-model', { appliesTo: { models: ['*'] } }),
    ],
  });
  expect(await ask(gateway, { input: EMAIL })).toMatchObject({ status: 200 });
  const bob = await ask(gateway, { input: EMAIL }, { secret: 'sk-bob' });
  expect(bob).toMatchObject({ status: 404, error: { code: 'no_guardrail_applies' } });
});

it('nothing is said of texts while guardrails are off', async () => {
  const features = { ...settings().features, guardrails: false };
  await using gateway = await start({
    settings: settings({ features }),
    guardrails: [guardrail('emails')],
  });
  const said = await ask(gateway, { input: EMAIL });
  expect(said).toMatchObject({ status: 404, error: { code: 'no_guardrail_applies' } });
});

it('a moderation counts as a request of its key', async () => {
  await using gateway = await start({
    guardrails: [guardrail('emails')],
    rateLimits: [rateLimit('one', { rpm: 1 })],
  });
  expect(await ask(gateway, { input: 'a' })).toMatchObject({ status: 200 });
  expect(await ask(gateway, { input: 'a' })).toMatchObject({ status: 429 });
});

it.each([
  [{ input: 'x', model: 'omni-moderation-latest' }, 404, 'leave "model" out'],
  [{}, 400, '{"input": …}'],
  [{ input: [] }, 400, '{"input": …}'],
  [{ input: [1] }, 400, '{"input": …}'],
  [{ input: [{ type: 'image_url', image_url: { url: 'x' } }] }, 400, 'images'],
  [{ input: 'x'.repeat(300_000) }, 413, '0.25 MiB'],
])('%j is refused', async (body, status, words) => {
  await using gateway = await start({ guardrails: [guardrail('emails')] });
  const said = await ask(gateway, body);
  expect(said.status).toBe(status);
  expect(said.error?.message).toContain(words);
});

it('nobody is answered without a key, or by another method', async () => {
  await using gateway = await start({ guardrails: [guardrail('emails')] });
  expect(await ask(gateway, { input: 'x' }, { secret: 'sk-nobody' })).toMatchObject({
    status: 401,
  });
  expect(await ask(gateway, {}, { method: 'GET' })).toMatchObject({ status: 405 });
});

it('a pattern that cannot be used refuses the snapshot, and the last one goes on', async () => {
  await using gateway = await start({ guardrails: [guardrail('emails')] });
  const regex = { id: 'own', type: 'regex', action: 'block' } as const;
  const broken = { ...regex, patterns: [{ pattern: '(a', action: 'block' as const }] };
  void gateway.operator.push({ keys, guardrails: [guardrail('emails', { detectors: [broken] })] });
  await expect.poll(() => JSON.stringify(gateway.logged)).toContain('snapshot_rejected');
  expect((await ask(gateway, { input: EMAIL })).results).toMatchObject([{ flagged: true }]);
});
