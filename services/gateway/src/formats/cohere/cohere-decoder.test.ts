import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventSplitter } from '../../protocols/event-stream/event-splitter.ts';
import { answerFor } from '../../twins/kit/answer-for.ts';
import { documentOf, eventsOf } from '../../twins/cohere/cohere-answer.ts';
import { Undecodable } from '../format.ts';
import { CohereDecoder } from './cohere-decoder.ts';
import { cohereBuckets } from './cohere-usage.ts';

/** The steps of a stream that comes in these pieces. */
function stepsOf(pieces: readonly Buffer[]) {
  const decoder = new CohereDecoder();
  const events = new EventSplitter();
  const steps = pieces.flatMap((piece) => {
    events.begin(piece);
    const out = [];
    while (events.next() !== -1)
      if (events.data) out.push(...decoder.event(events.name, events.data));
    return out;
  });
  if (events.finish() && events.data) steps.push(...decoder.event(events.name, events.data));
  return [...steps, ...decoder.end()];
}

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tools = ['get_weather', 'get_time'].map((name) => ({ name, schema }));
const answers = [
  answerFor({ text: 'Grüße, 世界', promptCharacters: 20, wantsReasoning: true }),
  answerFor({ text: 'Call get_weather in parallel', promptCharacters: 20, tools }),
];

/** Texts of one kind that follow one another are one. */
const joined = (steps: ReturnType<typeof stepsOf>) =>
  ['text', 'reasoning', 'arguments'].map((kind) =>
    steps.map((step) => (step.kind === kind && 'text' in step ? step.text : '')).join(''),
  );

describe('a stream of Cohere', () => {
  it('says the same however its bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...answers),
        fc.array(fc.nat(2000), { maxLength: 12 }),
        (answer, cuts) => {
          const whole = Buffer.from(eventsOf(answer, 'id').join(''));
          const at = [...new Set(cuts.map((cut) => cut % whole.length))].sort((a, b) => a - b);
          const pieces = [0, ...at].map((from, index) => whole.subarray(from, at[index]));
          expect(stepsOf(pieces)).toEqual(stepsOf([whole]));
        },
      ),
    );
  });

  it('says what the document says', () => {
    for (const answer of answers) {
      const stream = stepsOf([Buffer.from(eventsOf(answer, 'id').join(''))]);
      const body = Buffer.from(JSON.stringify(documentOf(answer, 'id')));
      const document = new CohereDecoder().document(body);
      expect(joined(stream)).toEqual(joined(document));
      expect(stream.at(-1)).toEqual(document.at(-1));
      expect(stream.filter(({ kind }) => kind === 'call')).toEqual(
        document.filter(({ kind }) => kind === 'call'),
      );
    }
  });

  it('that holds garbage is no answer, and never crashes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        const decoder = new CohereDecoder();
        try {
          decoder.event('', Buffer.from(text));
          decoder.document(Buffer.from(text));
        } catch (error) {
          expect(error).toBeInstanceOf(Undecodable);
        }
      }),
    );
  });

  it('that ends with an error says so, and has no end', () => {
    const end = { type: 'message-end', delta: { finish_reason: 'ERROR', error: 'out of luck' } };
    const steps = stepsOf([Buffer.from(`data: ${JSON.stringify(end)}\n\n`)]);
    expect(steps).toEqual([{ kind: 'error', fault: { message: 'out of luck' } }]);
  });
});

describe('what Cohere says was used', () => {
  it.each([
    // Of 112 tokens that were read, 100 are charged for; 30 of these came from a cache.
    [
      {
        billed_units: { input_tokens: 100, output_tokens: 20 },
        tokens: { input_tokens: 112, output_tokens: 20 },
        cached_tokens: 30,
      },
      { input: 70, cached_input: 30, output: 20 },
    ],
    [{ tokens: { input_tokens: 5, output_tokens: 7 } }, { input: 5, cached_input: 0, output: 7 }],
    // More from the cache than is charged for: what the cache held is the 60 tokens around it as well.
    [
      { billed_units: { input_tokens: 10, output_tokens: 1 }, cached_tokens: 60 },
      { input: 0, cached_input: 10, output: 1 },
    ],
  ])('%j', (usage, buckets) => {
    expect(cohereBuckets(usage)).toMatchObject(buckets);
  });

  it('is nothing where it does not say', () => {
    expect(cohereBuckets({ billed_units: { search_units: 1 } })).toBeUndefined();
    expect(cohereBuckets(undefined)).toBeUndefined();
  });
});
