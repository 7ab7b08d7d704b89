import Anthropic from '@anthropic-ai/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerEvent } from '../../conversation/answer-event.ts';
import { Undecodable } from '../../format.ts';
import { MessageEncoder } from './message-encoder.ts';

const facts = { model: 'claude', stream: true, requestId: 'r', now: 0 };
const written = (steps: readonly AnswerEvent[]): string => {
  const encoder = new MessageEncoder(facts);
  return steps.map((step) => encoder.push([step])).join('') + encoder.end();
};

/** What Anthropic's SDK tells of a stream: each block when it ends, and the message. */
async function toldBySdk(stream: string) {
  const client = new Anthropic({
    apiKey: 'k',
    maxRetries: 0,
    fetch: () =>
      Promise.resolve(new Response(stream, { headers: { 'content-type': 'text/event-stream' } })),
  });
  const blocks: unknown[] = [];
  const messages = [{ role: 'user' as const, content: 'Hi' }];
  const run = client.messages.stream({ model: 'claude', max_tokens: 10, messages });
  run.on('contentBlock', (block) => blocks.push(structuredClone(block)));
  return { blocks, message: await run.finalMessage() };
}

const call = (index: number): AnswerEvent => ({
  ...{ kind: 'call', index, id: `t${index}`, name: `f${index}` },
});
const more = (index: number, text: string): AnswerEvent => ({ kind: 'arguments', index, text });
const says = (text: string): AnswerEvent => ({ kind: 'text', text });
const END: AnswerEvent = { kind: 'end', reason: 'calls' };
const blockOf = (index: number, input: unknown) => ({
  ...{ type: 'tool_use', id: `t${index}`, name: `f${index}`, input },
});

/** The steps of calls that were made at once, with their arguments in pieces and in turns. */
const someCalls = fc
  .array(fc.dictionary(fc.constantFrom('a', 'b', '}{'), fc.constantFrom('x', '"]}', '\\', '')), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((inputs) => {
    const texts = inputs.map((input) => JSON.stringify(input));
    const turns = texts.flatMap((text, at) => Array.from(text, () => at));
    return fc.record({
      inputs: fc.constant(inputs),
      order: fc.shuffledSubarray(turns, { minLength: turns.length }),
      late: fc.nat(turns.length),
    });
  });

describe('calls that are made at once', () => {
  it('are told by the SDK of Anthropic one by one, each whole, in whatever turns they come', async () => {
    await fc.assert(
      fc.asyncProperty(someCalls, async ({ inputs, order, late }) => {
        const texts = inputs.map((input) => JSON.stringify(input));
        const sent = texts.map(() => 0);
        const pieces = order.map((at) => {
          const from = sent[at] ?? 0;
          sent[at] = from + 1;
          return more(at, texts[at]?.[from] ?? '');
        });
        const begun = inputs.map((_, index) => call(index));
        const steps = [...begun, ...pieces.slice(0, late), says('So.'), ...pieces.slice(late)];
        const { blocks, message } = await toldBySdk(written([...steps, END]));
        const calls = inputs.map((input, index) => blockOf(index, input));
        expect(blocks.filter((one) => (one as { type: string }).type === 'tool_use')).toEqual(
          calls,
        );
        expect(blocks).toEqual(message.content);
        expect(blocks).toHaveLength(inputs.length + 1);
      }),
      { numRuns: 60 },
    );
  });

  it('go on as they come where they come one after the other', () => {
    const encoder = new MessageEncoder(facts);
    encoder.push([call(0)]);
    expect(encoder.push([more(0, '{"a":')])).toContain('input_json_delta');
    encoder.push([more(0, '1}')]);
    expect(encoder.push([call(1)])).toContain('content_block_start');
    expect(encoder.push([more(0, ' ')])).toBe('');
  });

  it('have what waited behind them before the end where their arguments are none', async () => {
    const steps = [call(0), call(1), more(1, '{"b":2}'), says('So.'), END];
    const { blocks } = await toldBySdk(written(steps));
    expect(blocks).toEqual([
      blockOf(0, {}),
      blockOf(1, { b: 2 }),
      expect.objectContaining({ type: 'text', text: 'So.' }),
    ]);
  });

  it('get no arguments that name a call which never began', () => {
    expect(written([more(0, '{"a":1}'), END])).not.toContain('input_json_delta');
    expect(written([says('x'), more(3, '{"a":1}'), END])).not.toContain('input_json_delta');
  });

  it('let no more wait behind one that does not end than memory has room for', () => {
    const encoder = new MessageEncoder(facts);
    encoder.push([call(0), more(0, '{')]);
    const push = () => encoder.push([says('x'.repeat(1_048_576))]);
    for (let count = 0; count < 8; count += 1) push();
    expect(push).toThrow(Undecodable);
  });

  it.each<[string, AnswerEvent]>([
    ['seals', { kind: 'sealed', seal: { format: 'f', value: 'x'.repeat(1_048_576) } }],
    ['calls with long names', { ...call(1), name: 'x'.repeat(1_048_576) } as AnswerEvent],
  ])('let no more %s wait than memory has room for', (_what, step) => {
    const encoder = new MessageEncoder(facts);
    encoder.push([call(0), more(0, '{')]);
    const push = () => encoder.push([step]);
    for (let count = 0; count < 7; count += 1) push();
    expect(() => {
      push();
      push();
    }).toThrow(Undecodable);
  });

  it('let no more steps wait than memory has room for, however little each says', () => {
    const encoder = new MessageEncoder(facts);
    encoder.push([call(0), more(0, '{')]);
    const empty = Array.from({ length: 65_536 }, () => says(''));
    encoder.push(empty);
    expect(() => {
      for (let count = 0; count < 3; count += 1) encoder.push(empty);
    }).toThrow(Undecodable);
  });

  it('have the room again that others left, and none is taken by arguments of nobody', () => {
    const encoder = new MessageEncoder(facts);
    const long = 'x'.repeat(1_048_576);
    for (let index = 0; index < 12; index += 1) {
      encoder.push([call(index), more(index, '{'), says(long), more(99, long)]);
      expect(encoder.push([more(index, '}')])).toContain(long);
    }
  });
});
