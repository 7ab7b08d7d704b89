import { describe, expect, it } from 'vitest';
import { guardrail } from '../../testing/guardrails.ts';
import { startStoring, vendorsIdOf } from '../../testing/storing-gateway.ts';
import { rateLimit } from '../../testing/fragments.ts';
import { HeldIds } from '../../held/held-ids.ts';

type Served = Awaited<ReturnType<typeof startStoring>>;

/** Tries everything with an id, and expects of all that it is not there. */
async function expectNothing(served: Served, id: string, as: string) {
  const before = served.twin.received.length;
  const path = `/responses/${encodeURIComponent(id)}`;
  const answers = [
    await served.get(path, as),
    await served.get(`${path}?stream=true`, as),
    await served.get(`${path}/input_items`, as),
    await served.get(`${path}/cancel`, as, 'POST'),
    await served.get(path, as, 'DELETE'),
    await served.ask('Tell me what was said', { previous_response_id: id }, as),
    await served.ask('And this', { previous_response_id: id, stream: true, store: true }, as),
  ];
  for (const { status, text } of answers) {
    expect([as, status, text]).toEqual([as, 404, expect.stringContaining('not found')]);
    expect(text).not.toContain('a secret');
  }
  expect(served.twin.received).toHaveLength(before);
}

describe('a response of somebody else', () => {
  it('is not there for another team, another organization, or one that was made anew', async () => {
    await using served = await startStoring();
    const id = await served.store('a secret');
    for (const as of ['carol', 'dave', 'again', 'anew']) await expectNothing(served, id, as);
    expect((await served.get(`/responses/${id}`, 'bob')).text).toContain('a secret');
  });

  it('is not there where its id is guessed, made up, changed or of another kind', async () => {
    await using served = await startStoring();
    const id = await served.store('a secret');
    const acme = { organization: 'acme', organizationUid: 'uid-acme' };
    const scope = { ...acme, team: 'web', teamUid: 'uid-web', key: 'alice' };
    const place = {
      provider: 'up',
      identity: '',
      credential: 'default',
      upstreamId: vendorsIdOf(1),
    };
    const forged = new HeldIds('another secret').seal(scope, 'response', place);
    const made = [vendorsIdOf(1), 'resp_', 'resp_x', `${id}A`, id.slice(0, -1), forged];
    for (const other of [...made, id.replace('resp_', 'file-'), `resp_${id}`])
      await expectNothing(served, other, 'alice');
    await expectNothing(served, '../models', 'alice');
  });

  it('is not there for a key that may not use the model that gave it', async () => {
    await using served = await startStoring();
    const id = await served.store('a secret');
    const before = served.twin.received.length;
    expect((await served.get(`/responses/${id}`, 'narrow')).status).toBe(404);
    const asked = { model: 'other', previous_response_id: id };
    expect((await served.ask('More', asked, 'narrow')).status).toBe(400);
    expect(served.twin.received).toHaveLength(before);
  });

  it('is not asked for at a provider that was made anew under its name', async () => {
    await using served = await startStoring();
    const id = await served.store('a secret');
    await served.remake();
    await expectNothing(served, id, 'alice');
  });
});

describe('what the vendor stores for its account', () => {
  it('is reached by no id of the vendor, whoever asks and however often', async () => {
    await using served = await startStoring();
    await served.store('a secret');
    const before = served.twin.received.length;
    const shell = { type: 'code_interpreter', container: 'cntr_1' };
    for (const as of ['alice', 'carol', 'dave', 'alice'])
      for (const [input, more] of [
        [[{ type: 'item_reference', id: 'msg_1' }], {}],
        [[{ type: 'reasoning', id: 'rs_1', summary: [] }], {}],
        [[{ type: 'image_generation_call', id: 'ig_1' }], { store: true }],
        ['a', { prompt_cache_options: { comparison_response_id: vendorsIdOf(1) } }],
        ['a', { tools: [shell], stream: true }],
        ['a', { conversation: 'conv_1' }],
      ] as const)
        expect(await served.ask(input, more, as)).toMatchObject({ status: 400 });
    expect(served.twin.received).toHaveLength(before);
  });
});

describe('guardrails', () => {
  const MAIL = 'ann@example.org';
  const looking = (stages: ('input' | 'output')[], action: 'redact' | 'block') => ({
    guardrails: [guardrail('mails', { stages, detectors: [{ id: 'pii', type: 'pii', action }] })],
  });

  it('look at a response that is read again, as at its answer', async () => {
    await using served = await startStoring({ more: looking(['output'], 'redact') });
    const id = await served.store(`I am ${MAIL}`);
    for (const query of ['', '?stream=true']) {
      const { status, text } = await served.get(`/responses/${id}${query}`);
      expect(status).toBe(200);
      expect(text).not.toContain('ann@');
      expect(text).toContain('<EMAIL_ADDRESS_1>');
      expect(text).toContain(id);
    }
  });

  it('stop a response that is read again', async () => {
    await using plain = await startStoring({ more: looking(['input'], 'redact') });
    const id = await plain.store(`I am ${MAIL}`);
    const { text } = await plain.get(`/responses/${id}/input_items`);
    expect(text).toContain('<EMAIL_ADDRESS_1>');
    await using served = await startStoring();
    const kept = await served.store(`I am ${MAIL}`);
    await served.change(looking(['output'], 'block'));
    expect(await served.get(`/responses/${kept}`)).toMatchObject({
      ...{ status: 403, code: 'guardrail_blocked' },
    });
  });

  it('look at what was said, where they came later', async () => {
    await using served = await startStoring();
    const id = await served.store(`I am ${MAIL}`);
    expect((await served.get(`/responses/${id}/input_items`)).text).toContain(MAIL);
    for (const [action, status] of [
      ['redact', 200],
      ['block', 403],
    ] as const) {
      await served.change(looking(['input'], action));
      const listed = await served.get(`/responses/${id}/input_items`);
      expect([listed.status, listed.text.includes(MAIL)]).toEqual([status, false]);
    }
  });
});

describe('a request for a stored response', () => {
  it('counts in the limits of its sender', async () => {
    await using served = await startStoring({
      more: { rateLimits: [rateLimit('few', { rpm: 2 })] },
    });
    const id = await served.store('Hello');
    expect((await served.get(`/responses/${id}`)).status).toBe(200);
    expect((await served.get(`/responses/${id}`)).status).toBe(429);
  });

  it('is refused in words where its query or its method is none', async () => {
    await using served = await startStoring();
    const id = await served.store('Hello');
    const before = served.twin.received.length;
    for (const [path, method, status] of [
      ['?stream=yes', 'GET', 400],
      ['?starting_after=-1', 'GET', 400],
      ['/input_items?limit=x', 'GET', 400],
      ['/input_items?after=a%0Ab', 'GET', 400],
      ['', 'PUT', 405],
      ['/cancel', 'GET', 405],
    ] as const)
      expect((await served.get(`/responses/${id}${path}`, 'alice', method)).status).toBe(status);
    expect(served.twin.received).toHaveLength(before);
  });

  it('says that the provider does not answer, and takes it for no answer', async () => {
    await using served = await startStoring();
    const id = await served.store('Hello');
    await served.twin[Symbol.asyncDispose]();
    expect(await served.get(`/responses/${id}`)).toMatchObject({
      ...{ status: 502, code: 'upstream_error' },
    });
    expect((await served.usage(2))[1]).toMatchObject({
      ...{ completion: 'provider_failed', cost_nano_usd: 0 },
    });
  });
});
