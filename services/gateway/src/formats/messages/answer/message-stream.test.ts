import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventSplitter } from '@aicp/gateway/protocols/event-stream/event-splitter';
import { answerFor } from '@aicp/gateway/twins/kit/answer-for';
import { eventsOf, messageOf } from '@aicp/gateway/twins/anthropic/message-of';
import type { AnswerEvent } from '../../conversation/answer-event.ts';
import { Undecodable } from '../../format.ts';
import { MessageDecoder } from './message-decoder.ts';
import { MessageEncoder } from './message-encoder.ts';

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tools = [
  { name: 'get_weather', schema },
  { name: 'ping', schema: undefined },
];
const QUESTIONS = ['Hello there, you all', 'Call get_weather in parallel', 'Please refuse'];
const answers = QUESTIONS.flatMap((text) =>
  [false, true].map((wantsReasoning) =>
    answerFor({ text, promptCharacters: text.length, cacheCharacters: 8, tools, wantsReasoning }),
  ),
);
const head = { id: 'msg_1', model: 'claude' };
const facts = { model: 'claude', stream: true, requestId: 'r', now: 0 };

/** What a stream says, whose bytes come in these pieces. */
function readStream(pieces: readonly Buffer[]): AnswerEvent[] {
  const splitter = new EventSplitter();
  const decoder = new MessageDecoder();
  const events: AnswerEvent[] = [];
  for (const piece of pieces) {
    splitter.begin(piece);
    while (splitter.next() !== -1) {
      if (splitter.data) events.push(...decoder.event(splitter.name, splitter.data));
    }
  }
  return [...events, ...decoder.end()];
}

/** Pieces of a text, of a call's arguments and of usage as one, as a document has them. */
function joined(events: readonly AnswerEvent[]): AnswerEvent[] {
  const out: AnswerEvent[] = [];
  for (const event of events) {
    const last = out.at(-1);
    if (last?.kind === event.kind && 'text' in event && 'text' in last)
      out.splice(-1, 1, { ...last, text: last.text + event.text });
    else if (event.kind !== 'usage') out.push(event);
  }
  const usage = events.findLast(({ kind }) => kind === 'usage');
  return usage ? [...out, usage] : out;
}

const cut = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const ends = [...places.map((place) => place % bytes.length), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
};

describe('a stream of a message', () => {
  it.each(answers)('says the same wherever it is cut, and as a document (%#)', (answer) => {
    const bytes = Buffer.from(eventsOf(answer, head).join(''));
    const whole = new MessageDecoder().document(
      Buffer.from(JSON.stringify(messageOf(answer, head))),
    );
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 8 }), (places) => {
        expect(joined(readStream(cut(bytes, places)))).toEqual(joined(whole));
      }),
      { numRuns: 50 },
    );
  });

  it.each(answers)('is written so that it reads the same (%#)', (answer) => {
    const said = readStream([Buffer.from(eventsOf(answer, head).join(''))]);
    const encoder = new MessageEncoder(facts);
    const written = encoder.push(said) + encoder.end();
    expect(joined(readStream([Buffer.from(written)]))).toEqual(joined(said));
    const document = new MessageEncoder(facts).document(said);
    expect(joined(new MessageDecoder().document(document))).toEqual(joined(said));
  });

  it('that holds garbage in any frame ends in an error of ours, and says nothing twice', () => {
    const [answer] = answers;
    const frames = eventsOf(answer!, head);
    const frame = fc.oneof(fc.string(), fc.json(), fc.constantFrom(...frames));
    fc.assert(
      fc.property(fc.nat(frames.length), frame, (place, data) => {
        const garbage = `data: ${data.replaceAll(/[\r\n]/g, ' ')}\n\n`;
        const stream = [...frames.slice(0, place), garbage, ...frames.slice(place)].join('');
        try {
          expect(
            readStream([Buffer.from(stream)]).filter(({ kind }) => kind === 'end').length,
          ).toBeLessThan(2);
        } catch (error) {
          if (!(error instanceof Undecodable)) throw error;
        }
      }),
      { numRuns: 300 },
    );
  });
});

it('counts of a stream come in parts, and are put together', () => {
  const decoder = new MessageDecoder();
  const event = (data: object) => decoder.event('', Buffer.from(JSON.stringify(data)));
  const usage = { input_tokens: 10, cache_creation_input_tokens: 20, cache_read_input_tokens: 30 };
  event({ type: 'message_start', message: { id: 'm', usage: { ...usage, output_tokens: 1 } } });
  const said = event({
    ...{ type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    usage: { output_tokens: 25, output_tokens_details: { thinking_tokens: 5 } },
  });
  expect(said).toMatchObject([
    { usage: { input: 10, cache_write: 20, cached_input: 30, output: 20, reasoning: 5 } },
  ]);
});

it('a seal of another vendor comes back to it through a client of Anthropic', async () => {
  const { readMessageRequest } = await import('../request/read-message-request.ts');
  const events: AnswerEvent[] = [
    { kind: 'reasoning', text: 'Hm.' },
    { kind: 'sealed', seal: { format: 'gemini', value: 'a.b' } },
    { kind: 'call', index: 0, id: 'c', name: 'f', seal: { format: 'gemini', value: 'c.d' } },
    { kind: 'arguments', index: 0, text: '{"a":1}' },
    { kind: 'end', reason: 'calls' },
  ];
  const document = new MessageEncoder(facts).document(events);
  const { content } = JSON.parse(document.toString()) as { content: unknown };
  const body = Buffer.from(JSON.stringify({ messages: [{ role: 'assistant', content }] }));
  const { turns } = readMessageRequest(body, { model: 'm', stream: false });
  expect(turns[0]?.parts).toEqual([
    { kind: 'reasoning', text: 'Hm.', seal: { format: 'gemini', value: 'a.b' } },
    {
      ...{ kind: 'call', id: 'c', name: 'f', arguments: '{"a":1}' },
      seal: { format: 'gemini', value: 'c.d' },
    },
  ]);
});
