import type { GuardrailFragment } from '@aicp/contracts/snapshot/sections/guardrails';
import { describe, expect, it, vi } from 'vitest';
import { key, model, provider, settings, type Fragments } from '../testing/fragments.ts';
import { ask, lastSent, startGuarded, type Asked } from '../testing/guarded-gateway.ts';
import { guardrail } from '../testing/guardrails.ts';
import { usageOf } from '../testing/journal-lines.ts';

const MAIL = 'ann@example.com';
const CARD = '4111 1111 1111 1111';
const PII: GuardrailFragment['detectors'] = [{ id: 'pii', type: 'pii', action: 'redact' }];
const WORDS: GuardrailFragment['detectors'] = [
  {
    ...{ id: 'keywords', type: 'keyword', action: 'block' },
    patterns: [{ pattern: 'apollo', label: 'BLOCKED_KEYWORD', action: 'block' }],
  },
];

/** Other tests may have the machine meanwhile. */
const PATIENTLY = { timeout: 30_000 };

describe('a guardrail', () => {
  it('has what it says of a request and of its answer in the decision', async () => {
    const stages: GuardrailFragment['stages'] = ['input', 'output'];
    await using world = await startGuarded([guardrail('pii', { detectors: PII, stages })]);
    await ask(world.gateway, `Write to ${MAIL}.`);
    const said = () =>
      world.gateway.running.decisions
        .newest()
        .flatMap(({ steps }) => steps.filter(({ policy }) => policy === 'pii'));
    await vi.waitFor(() => {
      expect(said()).toEqual([
        {
          ...{ stage: 'guardrails', outcome: 'redacted', policy: 'pii' },
          detail: '1 EMAIL_ADDRESS (redact)',
        },
        { stage: 'guardrails-answer', outcome: 'passed', policy: 'pii' },
      ]);
    }, PATIENTLY);
  });

  it('replaces what it finds before a provider sees it, and says so', async () => {
    await using world = await startGuarded([
      guardrail('pii', { detectors: PII, stages: ['input'] }),
    ]);
    const { status, verdicts } = await ask(world.gateway, `Write to ${MAIL}, then ${MAIL}.`);
    expect([status, verdicts]).toEqual([200, 'pii=redacted;input']);
    expect(lastSent(world.upstream)).toContain(
      '"Write to <EMAIL_ADDRESS_1>, then <EMAIL_ADDRESS_1>."',
    );
    const [record] = await usageOf(world.gateway);
    expect(record?.guardrails).toEqual([
      {
        ...{ guardrail: 'pii', stage: 'input', verdict: 'redacted', is_monitor: false },
        findings: [{ label: 'EMAIL_ADDRESS', action: 'redact', count: 2 }],
      },
    ]);
    expect(JSON.stringify([record, world.gateway.logged])).not.toContain(MAIL);
  });

  it('replaces what is cut over parts of a message in each of them', async () => {
    await using world = await startGuarded([
      guardrail('pii', { detectors: PII, stages: ['input'] }),
    ]);
    const parts = ['card 4111 1111', ' 1111 1111'].map((text) => ({ type: 'text', text }));
    const { status, verdicts } = await ask(world.gateway, parts);
    expect([status, verdicts]).toEqual([200, 'pii=redacted;input']);
    expect(lastSent(world.upstream)).toContain(
      '[{"type":"text","text":"card <CREDIT_CARD_1>"},{"type":"text","text":"<CREDIT_CARD_2>"}]',
    );
  });

  it('refuses what it would replace in the name of a member, which nothing can take the place of', async () => {
    await using world = await startGuarded([
      guardrail('pii', { detectors: PII, stages: ['input'] }),
    ]);
    const askAbout = async (name: string) => {
      const parameters = { type: 'object', properties: { [name]: { type: 'string' } } };
      const tools = [{ type: 'function', function: { name: 'f', parameters } }];
      return await ask(world.gateway, 'hello', { body: { tools } });
    };
    const { status, text, verdicts } = await askAbout(`mail of ${MAIL}`);
    expect([status, verdicts]).toEqual([403, 'pii=blocked;input']);
    expect(text).toContain('EMAIL_ADDRESS');
    expect(text).not.toContain(MAIL);
    expect(world.upstream.received).toEqual([]);
    expect((await askAbout('city')).status).toBe(200);
  });

  it('refuses what it blocks, without telling the text, and nobody is asked', async () => {
    await using world = await startGuarded([guardrail('words', { detectors: WORDS })]);
    const { status, text, verdicts } = await ask(world.gateway, 'about Apollo');
    expect([status, verdicts]).toEqual([403, 'words=blocked;input']);
    expect(JSON.parse(text)).toMatchObject({
      error: {
        ...{ code: 'guardrail_blocked', type: 'permission_error' },
        message: 'The guardrail "words" stopped the request: BLOCKED_KEYWORD.',
      },
    });
    expect(text.toLowerCase()).not.toContain('apollo');
    expect(world.upstream.received).toEqual([]);
    const [record] = await usageOf(world.gateway);
    expect(record).toMatchObject({
      ...{ status: 403, completion: 'refused', attempts: 0, cost_nano_usd: 0 },
      guardrails: [{ guardrail: 'words', verdict: 'blocked' }],
    });
  });

  it('acts beside all others that match: the strictest wins', async () => {
    const own = { organization: 'acme' };
    await using world = await startGuarded([
      guardrail('flags', {
        detectors: [{ id: 'pii', type: 'pii', action: 'flag' }],
        stages: ['input'],
      }),
      guardrail('own', { ...own, detectors: PII, stages: ['input'] }),
      guardrail('words', { ...own, detectors: WORDS, stages: ['input'] }),
    ]);
    const { gateway } = world;
    const told = await ask(gateway, MAIL);
    expect(told.verdicts).toBe('flags=passed;input, own=redacted;input, words=passed;input');
    expect(lastSent(world.upstream)).toContain('<EMAIL_ADDRESS_1>');
    expect((await ask(gateway, `${MAIL} on apollo`)).status).toBe(403);
    // Another organization's never acts.
    expect(await ask(gateway, `${MAIL} on apollo`, { as: 'bob' })).toMatchObject({
      ...{ status: 200, verdicts: 'flags=passed;input' },
    });
    expect(lastSent(world.upstream)).toContain(MAIL);
  });

  it('in monitor mode says what it would have done, and does nothing', async () => {
    await using world = await startGuarded([
      guardrail('words', { detectors: WORDS, mode: 'monitor', stages: ['input'] }),
    ]);
    const { status, verdicts } = await ask(world.gateway, 'about apollo');
    expect([status, verdicts]).toEqual([200, 'words=blocked;input;monitor']);
    expect(lastSent(world.upstream)).toContain('about apollo');
    const metrics = await (await fetch(`${world.gateway.url}/metrics`)).text();
    expect(metrics).toMatch(
      /aicp_gateway_guardrail_verdicts_total\{[^}]*guardrail="words"[^}]*verdict="blocked"[^}]*mode="monitor"[^}]*\} 1/,
    );
  });

  it('acts where every list of it matches, and within one any', async () => {
    const appliesTo = { models: ['lar*', 'tiny'], teams: ['ml'] };
    await using world = await startGuarded([guardrail('words', { detectors: WORDS, appliesTo })]);
    const { gateway } = world;
    const statusOf = async (asked: Asked) => (await ask(gateway, 'apollo', asked)).status;
    expect(await statusOf({ body: { model: 'large' } })).toBe(403);
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ as: 'carol', body: { model: 'large' } })).toBe(200);
  });

  it('puts values back into the answer where it restores them', async () => {
    await using world = await startGuarded([
      guardrail('pii', { detectors: PII, stages: ['input'], restore: true }),
    ]);
    const { text } = await ask(world.gateway, `To ${MAIL}`);
    expect(lastSent(world.upstream)).toContain('To <EMAIL_ADDRESS_1>');
    expect(text).toContain(`To ${MAIL}`);
  });

  it('looks at arguments and results of tools, through escapes', async () => {
    await using world = await startGuarded([
      guardrail('pii', { detectors: PII, stages: ['input'] }),
    ]);
    const messages = [
      { role: 'user', content: 'pay' },
      {
        ...{ role: 'assistant', content: null },
        tool_calls: [
          {
            ...{ id: 'c', type: 'function' },
            function: { name: 'pay', arguments: '{"card":4111111111111111}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'c', content: '{"to":"\\u0061nn@example.com\\n"}' },
    ];
    await ask(world.gateway, '', { body: { messages } });
    const sent = lastSent(world.upstream);
    expect(sent).toContain(JSON.stringify('{"card":"<CREDIT_CARD_1>"}'));
    expect(sent).toContain(JSON.stringify('{"to":"<EMAIL_ADDRESS_1>\\n"}'));
  });

  it('says what it cannot look at, and refuses it where it has to', async () => {
    const content = [
      { type: 'text', text: 'what is this?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,aaaa' } },
    ];
    await using lax = await startGuarded([guardrail('pii', { detectors: PII, stages: ['input'] })]);
    expect(await ask(lax.gateway, content)).toMatchObject({
      ...{ status: 200, verdicts: 'pii=skipped;input' },
    });
    const [record] = await usageOf(lax.gateway);
    expect(record?.guardrails).toMatchObject([{ verdict: 'skipped', reason: 'image' }]);
    await using strict = await startGuarded([
      guardrail('pii', { detectors: PII, unscannable: 'block', stages: ['input'] }),
    ]);
    const { status, text } = await ask(strict.gateway, content);
    expect([status, text]).toEqual([
      403,
      expect.stringContaining(
        '"pii\\" stopped the request: it holds an image, which it cannot look at: send text alone',
      ),
    ]);
  });

  it.each([{}, { stream: true }])(
    'that names a Detector which is not there lets nothing pass that it looks at: %o',
    async (body) => {
      const lacks = { detectors: [], lacksDetectors: true };
      await using asked = await startGuarded([guardrail('lacks', lacks)]);
      const { status, text } = await ask(asked.gateway, 'about nothing', { body });
      expect(status).toBe(503);
      expect(text).toContain('"lacks\\"');
      expect(text).toContain('detector_missing');
      expect(asked.upstream.received).toEqual([]);
      await using answered = await startGuarded([
        guardrail('lacks', { ...lacks, stages: ['output'] }),
      ]);
      const answer = await ask(answered.gateway, 'a word for nobody', { body });
      expect(answer.status).toBe(503);
      expect(answer.text).toContain('detector_missing');
      expect(answer.text).not.toContain('nobody');
      const [record] = await usageOf(answered.gateway);
      expect(record?.guardrails).toMatchObject([
        { stage: 'output', verdict: 'error', reason: 'detector_missing' },
      ]);
    },
  );

  it('looks at long texts as at short ones', async () => {
    await using world = await startGuarded([
      guardrail('pii', { detectors: PII, stages: ['input'] }),
      guardrail('words', { detectors: WORDS, stages: ['input'] }),
    ]);
    const long = 'A plain sentence about nothing much. '.repeat(4000);
    await ask(world.gateway, `${long}${MAIL} ${long}`);
    expect(lastSent(world.upstream)).toContain('<EMAIL_ADDRESS_1>');
    expect(lastSent(world.upstream)).not.toContain(MAIL);
    expect((await ask(world.gateway, `${long}apollo`)).status).toBe(403);
  });

  it('tells a dry run what it says, and leaves no trace of it', async () => {
    await using world = await startGuarded([guardrail('words', { detectors: WORDS })]);
    const headers = { 'x-aicp-dry-run': 'true' };
    const { status, text } = await ask(world.gateway, 'apollo', { headers });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      ...{ status: 403 },
      steps: expect.arrayContaining([
        {
          ...{ stage: 'guardrails', outcome: 'blocked', policy: 'words' },
          detail: '1 BLOCKED_KEYWORD (block)',
        },
      ]) as unknown,
    });
    expect(world.upstream.received).toEqual([]);
  });

  it('acts from the next request on after a change, and not while guardrails are switched off', async () => {
    await using world = await startGuarded([guardrail('words', { detectors: WORDS })]);
    const { gateway } = world;
    const push = (more: Partial<Fragments>) =>
      gateway.operator.push({
        ...{ providers: [provider('up', { baseUrl: world.upstream.url })] },
        ...{ models: [model('small', 'up')], keys: [key('alice')] },
        ...more,
      });
    expect((await ask(gateway, CARD)).status).toBe(200);
    await push({ guardrails: [guardrail('words', { detectors: PII, stages: ['input'] })] });
    await ask(gateway, CARD);
    expect(lastSent(world.upstream)).toContain('<CREDIT_CARD_1>');
    const { features } = settings();
    await push({
      guardrails: [guardrail('words', { detectors: PII })],
      settings: settings({ features: { ...features, guardrails: false } }),
    });
    expect((await ask(gateway, CARD)).verdicts).toBeNull();
    expect(lastSent(world.upstream)).toContain(CARD);
  });
});
