import { describe, expect, it } from 'vitest';
import { startStoring } from '../../testing/storing-gateway.ts';
import { guardrail } from '../../testing/guardrails.ts';
import { signatureOf } from '../../twins/kit/answer-for.ts';
import type { Fragments } from '../../testing/fragments.ts';

type Served = Awaited<ReturnType<typeof startStoring>>;

const MAIL = 'ann@example.org';

const looking = (
  action: 'redact' | 'block',
  more: Partial<ReturnType<typeof guardrail>> = {},
): Fragments => ({
  guardrails: [
    guardrail('mails', {
      ...{ stages: ['output'], detectors: [{ id: 'pii', type: 'pii', action }] },
      ...more,
    }),
  ],
});

/** What the twin takes for its own. */
const SEALED = Buffer.from(`thought\0${signatureOf('thought')}`).toString('base64');

/** Items of a request whose model said those before, with a mail in every place where a model says something. */
const SAID = [
  { role: 'user', content: 'Call me' },
  {
    ...{ type: 'reasoning', id: 'rs_1', encrypted_content: SEALED },
    summary: [{ type: 'summary_text', text: `Think of ${MAIL}` }],
  },
  {
    ...{ type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'mail' },
    arguments: JSON.stringify({ to: MAIL }),
  },
  { type: 'function_call_output', call_id: 'call_1', output: 'sent' },
  {
    ...{ type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_2', name: 'post' },
    input: `to ${MAIL}`,
  },
  { type: 'custom_tool_call_output', call_id: 'call_2', output: 'posted' },
  { role: 'assistant', content: `I wrote to ${MAIL}` },
  {
    ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
    content: [{ type: 'output_text', text: `And to ${MAIL}`, annotations: [] }],
  },
  { role: 'user', content: 'Thanks' },
];

const itemsOf = async ({ get }: Served, id: string) => {
  const { status, text, code } = await get(`/responses/${id}/input_items?order=asc`);
  return { status, text, code };
};

describe('the items of a stored response', () => {
  it('have of earlier answers what guardrails let be had of them, as when they were given', async () => {
    await using served = await startStoring({ more: looking('redact') });
    const first = await served.ask(`I am ${MAIL}`, { store: true });
    expect(first.text).not.toContain('ann@');
    const { id } = JSON.parse(first.text) as { id: string };
    const second = await served.store('More', { previous_response_id: id });
    const { status, text } = await itemsOf(served, second);
    expect(status).toBe(200);
    const { data } = JSON.parse(text) as { data: { role: string; content: { text: string }[] }[] };
    expect(data.map(({ role, content }) => [role, content[0]?.text])).toEqual([
      // No guardrail looks at what is said to the model.
      ['user', `I am ${MAIL}`],
      ['assistant', 'You said: I am <EMAIL_ADDRESS_1>'],
      ['user', 'More'],
    ]);
  });

  it('are looked at wherever a model says something', async () => {
    await using served = await startStoring();
    const id = await served.store(SAID);
    const raw = await itemsOf(served, id);
    expect(raw.text.split(MAIL), raw.text).toHaveLength(6);
    await served.change(looking('redact'));
    const { status, text } = await itemsOf(served, id);
    expect([status, text.includes('ann@')]).toEqual([200, false]);
    const { data, ...list } = JSON.parse(text) as { data: Record<string, unknown>[] };
    expect(data).toHaveLength(SAID.length);
    expect(data[2]).toMatchObject({ type: 'function_call', call_id: 'call_1', name: 'mail' });
    expect(JSON.parse(String(data[2]?.['arguments']))).toEqual({ to: '<EMAIL_ADDRESS_1>' });
    expect(data[1]).toMatchObject({ encrypted_content: SEALED });
    expect(list).toMatchObject({ object: 'list', has_more: false });
  });

  it('are refused where an answer of them is', async () => {
    await using served = await startStoring();
    const id = await served.store(SAID);
    await served.change(looking('block'));
    expect(await itemsOf(served, id)).toMatchObject({ status: 403, code: 'guardrail_blocked' });
    const [, record] = await served.usage(2);
    expect(record).toMatchObject({ status: 403, cost_nano_usd: 0 });
  });

  it('are refused where nobody can look at what a model made', async () => {
    await using served = await startStoring();
    const odd = { role: 'assistant', content: [{ type: 'output_text', text: 'a' }] };
    const id = await served.store([odd]);
    served.replyOnce(
      JSON.stringify({
        ...{ object: 'list', has_more: false, first_id: 'ig_1', last_id: 'ig_1' },
        data: [{ type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'aGk=' }],
      }),
    );
    await served.change(looking('redact', { unscannable: 'block' }));
    expect(await itemsOf(served, id)).toMatchObject({ status: 403, code: 'guardrail_blocked' });
  });

  it('are looked at by both kinds of guardrails where nobody knows who made them', async () => {
    await using served = await startStoring();
    const id = await served.store('a');
    const list = { object: 'list', data: [{ type: 'novel', id: 'n_1', say: MAIL }] };
    for (const stages of [['input'], ['output']] as const) {
      await served.change(looking('redact', { stages: [...stages] }));
      served.replyOnce(JSON.stringify(list));
      const { status, text } = await itemsOf(served, id);
      expect([status, text.includes('ann@')]).toEqual([200, false]);
    }
  });

  it('that are none, and a response that is none, are no answer of the provider', async () => {
    await using served = await startStoring({ more: looking('redact') });
    const id = await served.store('a');
    for (const body of [`["${MAIL}"]`, `{"data":"${MAIL}"}`, MAIL]) {
      served.replyOnce(body);
      expect(await itemsOf(served, id)).toMatchObject({ status: 502, code: 'upstream_error' });
    }
    for (const body of [`["${MAIL}"]`, MAIL]) {
      served.replyOnce(body);
      expect(await served.get(`/responses/${id}`)).toMatchObject({ status: 502 });
    }
  });
});
