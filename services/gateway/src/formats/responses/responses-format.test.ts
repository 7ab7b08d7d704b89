import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerEvent } from '../conversation/answer-event.ts';
import type { Part } from '../conversation/conversation.ts';
import { Untranslatable } from '../format.ts';
import { responsesFormat } from './responses-format.ts';

const FACTS = { model: 'm', stream: false };
const read = (asked: object) =>
  responsesFormat.readRequest(Buffer.from(JSON.stringify(asked)), FACTS);

const encoder = () =>
  responsesFormat.encoder({ ...FACTS, requestId: 'r-1', now: 1_770_000_000_000 });

type Event = Record<string, unknown> & { type: string };

/** A stream of these steps. */
function streamed(steps: readonly AnswerEvent[]): Event[] {
  const writer = encoder();
  const written = steps.map((step) => writer.push([step])).join('') + writer.end();
  return written
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as Event);
}

const usage = {
  ...{ input: 5, cached_input: 3, cache_write: 2, output: 7, reasoning: 11 },
  ...{ audio_input: 0, audio_output: 0 },
};

it.each(['messages-redacted', 'messages', 'gemini', 'converse'])(
  'a seal of the format %s comes back as it went',
  (format) => {
    const seal = { format, value: 'a.b/c+d=' };
    const written = streamed([
      { kind: 'begin' },
      { kind: 'sealed', seal },
      { kind: 'call', index: 0, id: 'c', name: 'f', seal },
      { kind: 'end', reason: 'calls' },
    ]);
    const { output } = written.at(-1)?.['response'] as { output: object[] };
    const { turns } = read({ model: 'm', input: output });
    expect(turns).toMatchObject([
      {
        parts: [
          { kind: 'reasoning', seal },
          { kind: 'call', seal },
        ],
      },
    ]);
  },
);

it('a response that declines without a word is incomplete', () => {
  const ended = (steps: readonly AnswerEvent[]) =>
    streamed([...steps, { kind: 'end', reason: 'refusal' }]).at(-1)?.['response'];
  expect(ended([])).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason: 'content_filter' },
  });
  expect(ended([{ kind: 'refusal', text: 'No.' }])).toMatchObject({ status: 'completed' });
});

describe('a request for a response', () => {
  it('is read into a conversation: instructions, items in turns, tools, form and settings', () => {
    const schema = { type: 'object', properties: {} };
    const asked = read({
      ...{ model: 'x', instructions: 'Be brief.', max_output_tokens: 50, temperature: 0.5 },
      input: [
        { role: 'developer', content: 'Be kind.' },
        { role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
        {
          type: 'reasoning',
          id: 'rs',
          summary: [{ type: 'summary_text', text: 'Hm' }],
          encrypted_content: 'gAA',
        },
        { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{"a":1}' },
        {
          type: 'function_call_output',
          call_id: 'c1',
          output: [{ type: 'input_text', text: 'ok' }],
        },
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'low' },
          ],
        },
      ],
      tools: [{ type: 'function', name: 'f', description: 'd', parameters: schema, strict: true }],
      tool_choice: { type: 'function', name: 'f' },
      text: { format: { type: 'json_schema', name: 'n', schema, strict: true }, verbosity: 'low' },
      reasoning: { effort: 'high', summary: 'auto' },
      ...{ store: false, include: ['reasoning.encrypted_content'], truncation: 'disabled' },
      ...{ max_tool_calls: 3, user: 'ann', parallel_tool_calls: false, top_logprobs: 0 },
    });
    expect(asked).toEqual({
      ...FACTS,
      system: [
        { kind: 'text', text: 'Be brief.' },
        { kind: 'text', text: 'Be kind.' },
      ],
      turns: [
        { role: 'user', parts: [{ kind: 'text', text: 'Hi' }] },
        {
          role: 'assistant',
          parts: [
            { kind: 'reasoning', text: 'Hm', seal: { format: 'responses', value: 'gAA' } },
            { kind: 'call', id: 'c1', name: 'f', arguments: '{"a":1}' },
          ],
        },
        {
          role: 'user',
          parts: [
            { kind: 'result', callId: 'c1', parts: [{ kind: 'text', text: 'ok' }] },
            { kind: 'image', source: { data: 'AA==', mediaType: 'image/png' }, detail: 'low' },
          ],
        },
      ],
      tools: [{ name: 'f', description: 'd', parameters: schema, isStrict: true }],
      toolChoice: { name: 'f' },
      answerForm: { kind: 'schema', name: 'n', schema, isStrict: true },
      reasoning: { effort: 'high', isShown: true },
      settings: {
        ...{ max_tokens: 50, temperature: 0.5, parallel_tool_calls: false, user: 'ann' },
        verbosity: 'low',
      },
      unread: ['max_tool_calls'],
    });
  });

  it('names what it cannot be without, and refuses what no other API has', () => {
    expect(read({ input: 'Hi', truncation: 'auto', moderation: { model: 'x' } }).unread).toEqual([
      'moderation',
      'truncation',
    ]);
    const refused = [
      { input: 'Hi', tools: [{ type: 'local_shell' }] },
      { input: 'Hi', tools: [{ type: 'custom', name: 'apply_patch' }] },
      { input: 'Hi', tools: [{ type: 'web_search' }] },
      { input: [{ type: 'custom_tool_call', call_id: 'c', name: 'n', input: 'x' }] },
      { input: [{ role: 'user', content: [{ type: 'input_audio' }] }] },
      { input: [{ role: 'system', content: [{ type: 'input_image', image_url: 'https://x' }] }] },
      { input: 'Hi', tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [] } },
    ];
    for (const asked of refused) expect(() => read(asked)).toThrow(Untranslatable);
  });
});

describe('a response', () => {
  const steps: AnswerEvent[] = [
    { kind: 'begin', id: 'x', model: 'served', createdAt: 5 },
    { kind: 'reasoning', text: 'Hm, ' },
    { kind: 'reasoning', text: 'well.' },
    { kind: 'sealed', seal: { format: 'messages', value: 'sig' } },
    { kind: 'text', text: 'Hello ' },
    { kind: 'text', text: 'there' },
    { kind: 'call', index: 0, id: 'c0', name: 'f' },
    { kind: 'arguments', index: 0, text: '{"a":' },
    { kind: 'call', index: 1, id: 'c1', name: 'g', seal: { format: 'gemini', value: 'sig2' } },
    { kind: 'arguments', index: 0, text: '1}' },
    { kind: 'arguments', index: 1, text: '{}' },
    { kind: 'end', reason: 'calls' },
    { kind: 'usage', usage },
  ];

  it('is told in OpenAI’s order, numbered, with each text again at its end', () => {
    const events = streamed(steps);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at));
    expect(
      events.map(
        ({ type, output_index }) =>
          `${type.slice(9)} ${(output_index as number | undefined) ?? ''}`,
      ),
    ).toEqual([
      ...['created ', 'in_progress ', 'output_item.added 0', 'reasoning_summary_part.added 0'],
      ...['reasoning_summary_text.delta 0', 'reasoning_summary_text.delta 0'],
      ...['reasoning_summary_text.done 0', 'reasoning_summary_part.done 0', 'output_item.done 0'],
      ...['output_item.added 1', 'content_part.added 1', 'output_text.delta 1'],
      ...['output_text.delta 1', 'output_text.done 1', 'content_part.done 1', 'output_item.done 1'],
      ...['output_item.added 2', 'function_call_arguments.delta 2'],
      ...['output_item.added 3', 'output_item.done 3', 'output_item.added 4'],
      ...['function_call_arguments.delta 2', 'function_call_arguments.delta 4'],
      ...['function_call_arguments.done 2', 'output_item.done 2'],
      ...['function_call_arguments.done 4', 'output_item.done 4', 'completed '],
    ]);
    expect(events.at(-1)!['response']).toMatchObject({
      ...{ model: 'served', created_at: 5, status: 'completed', store: false },
      usage: {
        ...{ input_tokens: 10, output_tokens: 18, total_tokens: 28 },
        input_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
        output_tokens_details: { reasoning_tokens: 11 },
      },
    });
  });

  it('is the same whole and as a stream, and what was sealed is read again', () => {
    const document: unknown = JSON.parse(encoder().document(steps).toString());
    expect(document).toEqual(streamed(steps).at(-1)!['response']);
    const { output } = document as { output: object[] };
    const results = ['c0', 'c1'].map((call_id) => ({
      type: 'function_call_output',
      call_id,
      output: 'ok',
    }));
    const { turns } = read({ input: [...output, ...results] });
    expect(turns[0]!.parts).toEqual([
      { kind: 'reasoning', text: 'Hm, well.', seal: { format: 'messages', value: 'sig' } },
      { kind: 'text', text: 'Hello there' },
      { kind: 'call', id: 'c0', name: 'f', arguments: '{"a":1}' },
      {
        kind: 'call',
        id: 'c1',
        name: 'g',
        arguments: '{}',
        seal: { format: 'gemini', value: 'sig2' },
      },
    ] satisfies Part[]);
  });

  it('says why it is cut, declines, and tells an error', () => {
    const cut = streamed([
      { kind: 'text', text: 'One' },
      { kind: 'end', reason: 'length' },
    ]).at(-1)!;
    expect(cut).toMatchObject({
      type: 'response.incomplete',
      response: {
        ...{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
        output: [{ status: 'incomplete', content: [{ type: 'output_text', text: 'One' }] }],
      },
    });
    const declined = streamed([
      { kind: 'refusal', text: 'No.' },
      { kind: 'end', reason: 'refusal' },
    ]);
    expect(declined.map(({ type }) => type)).toContain('response.refusal.done');
    const fault = { message: 'It broke.', code: 'overloaded' };
    expect(encoder().push([{ kind: 'error', fault }])).toContain(
      'event: error\ndata: {"type":"error","sequence_number":0,"code":"overloaded","message":"It broke.","param":null}',
    );
  });

  it('tells texts and arguments whole, however they come', () => {
    const pieces = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(pieces, pieces, (texts, parts) => {
        const events = streamed([
          ...texts.map((text) => ({ kind: 'text' as const, text })),
          { kind: 'call', index: 0, id: 'c', name: 'f' },
          ...parts.map((text) => ({ kind: 'arguments' as const, index: 0, text })),
          { kind: 'end', reason: 'calls' },
        ]);
        const { output } = events.at(-1)!['response'] as { output: Record<string, unknown>[] };
        const deltas = (at: number) =>
          events
            .filter(({ type, output_index }) => type.endsWith('.delta') && output_index === at)
            .map(({ delta }) => delta)
            .join('');
        expect(output[0]).toMatchObject({ content: [{ text: texts.join('') }] });
        expect(output[1]).toMatchObject({ arguments: parts.join('') });
        expect([deltas(0), deltas(1)]).toEqual([texts.join(''), parts.join('')]);
      }),
    );
  });
});
