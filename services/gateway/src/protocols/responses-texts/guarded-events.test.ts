import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../guardrails/output/slices.ts';
import { testDetectors, TestGuard } from '../../guardrails/testing/test-guard.ts';
import { GuardedEvents } from './guarded-events.ts';
import { guardResponse } from './guarded-response.ts';

const guardOf = (options: { refused?: string[]; blocked?: string[] } = {}): TestGuard =>
  new TestGuard({ detectors: testDetectors(options.blocked), refused: options.refused ?? [] });

type Event = Record<string, unknown> & { type: string };

/** The events of a stream as bytes. */
const written = (events: readonly Event[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

/** What goes on of a stream. */
function through(pieces: readonly (string | Buffer)[], guard = guardOf()): Event[] {
  const stream = new GuardedEvents(guard);
  const out = pieces.map((piece) => atOnce(stream.push(Buffer.from(piece))).toString());
  out.push(atOnce(stream.end()).toString());
  const lines = out.join('').split('\n');
  return lines
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as Event);
}

const message = (text: string) => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text, annotations: [], logprobs: [{ token: text }] }],
});
const response = (output: unknown[], more: object = {}) => ({
  ...{ id: 'resp_1', object: 'response', created_at: 1_770_000_000, status: 'completed' },
  ...{ error: null, instructions: 'write to ann@example.org', model: 'gpt-5', output },
  ...{ metadata: { note: 'ann@example.org' }, usage: { input_tokens: 30_000_000 }, ...more },
});

/** A stream that says one text in pieces, and tells it again four times. */
function telling(pieces: readonly string[]): Event[] {
  const text = pieces.join('');
  const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const part = { type: 'output_text', text, annotations: [], logprobs: [] };
  return [
    { type: 'response.created', response: response([], { status: 'in_progress' }) },
    { type: 'response.output_item.added', output_index: 0, item: { ...message(''), content: [] } },
    { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    ...pieces.map((delta) => ({
      ...{ type: 'response.output_text.delta', ...at, delta },
      logprobs: [{ token: delta, logprob: -1 }],
    })),
    { type: 'response.output_text.done', ...at, text, logprobs: [{ token: text }] },
    { type: 'response.content_part.done', ...at, part },
    { type: 'response.output_item.done', output_index: 0, item: message(text) },
    { type: 'response.completed', response: response([message(text)]) },
  ];
}

const deltasOf = (events: readonly Event[]): string =>
  events.flatMap(({ type, delta }) => (type.endsWith('.delta') ? [String(delta)] : [])).join('');

describe('a guarded stream of a response', () => {
  it('tells what was replaced alike wherever the text comes again', () => {
    const out = through([written(telling(['Write to ann@exam', 'ple.org', ' or call.']))]);
    const told = 'Write to <EMAIL_ADDRESS_1> or call.';
    expect(deltasOf(out)).toBe(told);
    const byType = Object.fromEntries(out.map((event) => [event.type, event]));
    expect(byType['response.output_text.done']).toMatchObject({ text: told, logprobs: [] });
    expect(byType['response.content_part.done']).toMatchObject({ part: { text: told } });
    expect(byType['response.output_item.done']).toMatchObject({
      item: { content: [{ text: told }] },
    });
    expect(byType['response.completed']).toMatchObject({
      response: {
        ...{ instructions: null, metadata: {}, usage: { input_tokens: 30_000_000 } },
        output: [{ content: [{ text: told, logprobs: [] }] }],
      },
    });
    expect(JSON.stringify(out)).not.toContain('ann@');
    expect(out.map(({ sequence_number }) => sequence_number)).toEqual(out.map((_, at) => at));
    // What is held back comes before the text is said to be over.
    const types = out.map(({ type }) => type);
    expect(types.lastIndexOf('response.output_text.delta')).toBeLessThan(
      types.indexOf('response.output_text.done'),
    );
  });

  it('looks at texts that come whole alone, and at those that are told otherwise the second time', () => {
    const [begun, added, , , done] = telling(['fine']);
    const whole = { ...done!, text: 'ann@example.org' };
    const ended = { type: 'response.completed', response: response([message('bob@example.org')]) };
    const out = JSON.stringify(through([written([begun!, added!, whole, ended])]));
    expect(out).not.toMatch(/ann@|bob@/);
    expect(out.match(/<EMAIL_ADDRESS_\d>/g)).toHaveLength(2);
  });

  it('looks at arguments, summaries, refusals, annotations and what nobody knows', () => {
    const at = { item_id: 'fc_1', output_index: 1 };
    const mail = 'ann@example.org';
    const events: Event[] = [
      { type: 'response.function_call_arguments.delta', ...at, delta: '{"to":"ann\\u0040exam' },
      { type: 'response.function_call_arguments.delta', ...at, delta: 'ple.org"}' },
      {
        type: 'response.function_call_arguments.done',
        ...at,
        arguments: '{"to":"ann\\u0040example.org"}',
      },
      {
        type: 'response.reasoning_summary_text.delta',
        output_index: 2,
        summary_index: 0,
        delta: mail,
      },
      { type: 'response.refusal.delta', output_index: 3, content_index: 0, delta: mail },
      {
        type: 'response.output_text.annotation.added',
        output_index: 3,
        annotation: { title: mail },
      },
      { type: 'response.new_thing.delta', output_index: 4, delta: mail, novel: { deep: [mail] } },
      { type: 'response.new_thing.came', [mail]: 'x', card: 5555555555554444 },
    ];
    const guard = guardOf();
    const out = through([written(events)], guard);
    const values = JSON.stringify(out, (name, value: unknown) => (name === mail ? 0 : value));
    expect(values.replaceAll(`"${mail}":0`, '')).not.toMatch(/ann@|5555555555554444/);
    const { arguments: text } = out.find(({ type }) => type.endsWith('arguments.done'))!;
    expect(JSON.parse(String(text))).toEqual({ to: '<EMAIL_ADDRESS_1>' });
    expect(guard.unseen).toEqual(['unknown_field']);
  });

  it('stops where a word is blocked, and where something cannot be looked at', () => {
    const blocked = guardOf({ blocked: ['secret'] });
    const out = through([written(telling(['This is ', 'secret', ' stuff']))], blocked);
    expect(blocked.stoppedBy).toBeDefined();
    expect(JSON.stringify(out)).not.toMatch(/secret|stuff/);
    const image = {
      id: 'ig_1',
      type: 'image_generation_call',
      status: 'completed',
      result: 'aGk=',
    };
    const refused = guardOf({ refused: ['image'] });
    through(
      [written([{ type: 'response.output_item.done', output_index: 0, item: image }])],
      refused,
    );
    expect(refused.stoppedBy).toBeDefined();
  });

  it('says the same however its bytes and its texts are cut', () => {
    const text = 'Ask ann@example.org or bob@example.org, and 4111 1111 1111 1111 pays.';
    const cuts = fc.array(fc.nat({ max: text.length }), { maxLength: 8 });
    fc.assert(
      fc.property(cuts, fc.array(fc.nat({ max: 3000 }), { maxLength: 12 }), (inText, inBytes) => {
        const bytes = Buffer.from(written(telling(cut(text, inText))));
        const out = through(cut(bytes, inBytes));
        const final = out.at(-1) as unknown as {
          response: { output: ReturnType<typeof message>[] };
        };
        expect(deltasOf(out)).toBe(final.response.output[0]!.content[0]!.text);
        expect(deltasOf(out)).toBe(
          'Ask <EMAIL_ADDRESS_1> or <EMAIL_ADDRESS_2>, and <CREDIT_CARD_1> pays.',
        );
      }),
    );
  });
});

/** The parts of something that is cut at some places. */
function cut<T extends string | Buffer>(whole: T, places: readonly number[]): T[] {
  const sorted = [0, ...[...places].sort((one, other) => one - other), whole.length];
  const parts: T[] = [];
  for (const [index, end] of sorted.slice(1).entries())
    parts.push(whole.slice(sorted[index], end) as T);
  return parts.filter(({ length }) => length > 0);
}

describe('a guarded response that is no stream', () => {
  it('says the same text as its stream would', () => {
    const output = [
      message('Write to ann@example.org'),
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'bob@example.org' }],
        encrypted_content: 'gAAA',
      },
    ];
    const out = atOnce(guardResponse(Buffer.from(JSON.stringify(response(output))), guardOf()));
    expect(JSON.parse(String(out))).toMatchObject({
      instructions: null,
      output: [
        { content: [{ text: 'Write to <EMAIL_ADDRESS_1>' }] },
        { summary: [{ text: '<EMAIL_ADDRESS_2>' }], encrypted_content: 'gAAA' },
      ],
    });
  });

  it('is not passed on where it is stopped', () => {
    const bytes = Buffer.from(JSON.stringify(response([message('a secret')])));
    expect(atOnce(guardResponse(bytes, guardOf({ blocked: ['secret'] })))).toBeUndefined();
  });
});
