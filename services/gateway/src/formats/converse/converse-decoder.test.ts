import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventFrames } from '../../providers/bedrock/event-frames.ts';
import { answerFor } from '../../twins/kit/answer-for.ts';
import { documentOf, framesOf } from '../../twins/bedrock/converse-answer.ts';
import type { AnswerEvent } from '../conversation/answer-event.ts';
import { Undecodable } from '../format.ts';
import { ConverseDecoder } from './converse-decoder.ts';

/** Steps of the same kind that follow one another, as one. */
function joined(events: readonly AnswerEvent[]): AnswerEvent[] {
  const all: AnswerEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (last?.kind === event.kind && 'text' in last && 'text' in event)
      all.splice(-1, 1, { ...last, text: last.text + event.text });
    else all.push(event);
  }
  return all;
}

const streamed = (bytes: Buffer[]): AnswerEvent[] => {
  const decoder = new ConverseDecoder({});
  const frames = new EventFrames();
  const found = bytes.flatMap((piece) => [...frames.push(piece)]);
  return [...found.flatMap(({ name, body }) => decoder.event(name, body)), ...decoder.end()];
};

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const QUESTIONS = [
  { text: 'Hello' },
  { text: 'Call get_weather in parallel' },
  { text: 'refuse' },
  { text: 'be filtered' },
  { text: 'at length', maxTokens: 3 },
  { text: 'Hello', stop: ['said'] },
].map((question) => ({
  ...{ promptCharacters: 400, cacheCharacters: 200, tools: [{ name: 'get_weather', schema }] },
  ...question,
}));

describe('an answer of Converse', () => {
  it('says the same as a document and as a stream', () => {
    for (const question of QUESTIONS) {
      for (const wantsReasoning of [false, true]) {
        const answer = answerFor({ ...question, wantsReasoning });
        const whole = new ConverseDecoder({}).document(
          Buffer.from(JSON.stringify(documentOf(answer))),
        );
        expect(joined(streamed(framesOf(answer)))).toEqual(joined(whole));
      }
    }
  });

  it('has an empty object of arguments where a streamed call has none', () => {
    const decoder = new ConverseDecoder({});
    const said = (name: string, body: object) =>
      decoder.event(name, Buffer.from(JSON.stringify({ contentBlockIndex: 0, ...body })));
    said('contentBlockStart', { start: { toolUse: { toolUseId: 't', name: 'ping' } } });
    expect(said('contentBlockDelta', { delta: { toolUse: { input: '' } } })).toEqual([]);
    expect(said('contentBlockStop', {})).toEqual([{ kind: 'arguments', index: 0, text: '{}' }]);
  });

  it('counts no token twice, and all of them', () => {
    const answer = answerFor({ ...QUESTIONS[0]!, wantsReasoning: true });
    const document = documentOf(answer);
    const events = new ConverseDecoder({}).document(Buffer.from(JSON.stringify(document)));
    const usage = events.find((event) => event.kind === 'usage')?.usage;
    expect(usage).toMatchObject({ input: 50, cached_input: 25, cache_write: 25, reasoning: 0 });
    const sum = Object.values(usage ?? {}).reduce((total, tokens) => total + tokens, 0);
    expect(sum).toBe(document.usage.totalTokens);
  });

  it('takes cached tokens out of an input whose total says that it holds them', () => {
    const usage = {
      inputTokens: 100,
      outputTokens: 10,
      totalTokens: 110,
      cacheReadInputTokens: 80,
    };
    const events = new ConverseDecoder({}).event(
      'metadata',
      Buffer.from(JSON.stringify({ usage })),
    );
    expect(events).toMatchObject([{ usage: { input: 20, cached_input: 80, output: 10 } }]);
  });

  it('keeps reasoning that only Bedrock can read', () => {
    const content = [{ reasoningContent: { redactedContent: 'b64==' } }, { text: 'Yes.' }];
    const answer = { output: { message: { content } }, stopReason: 'end_turn' };
    const events = new ConverseDecoder({}).document(Buffer.from(JSON.stringify(answer)));
    expect(events[1]).toEqual({
      kind: 'sealed',
      seal: { format: 'converse', value: 'redacted:b64==' },
    });
  });

  it('is an error where the model wrote what nobody could read', () => {
    const answer = { output: { message: { content: [] } }, stopReason: 'malformed_tool_use' };
    const whole = () => new ConverseDecoder({}).document(Buffer.from(JSON.stringify(answer)));
    expect(whole).toThrow(Undecodable);
    const stopped = new ConverseDecoder({}).event(
      'messageStop',
      Buffer.from(JSON.stringify(answer)),
    );
    expect(stopped).toMatchObject([{ kind: 'error', fault: { code: 'malformed_tool_use' } }]);
  });

  it('of garbage is an error of ours or nothing, and never text that was not sent', () => {
    const names = fc.constantFrom(
      ...['messageStart', 'contentBlockStart', 'contentBlockDelta', 'contentBlockStop'],
      ...['messageStop', 'metadata', 'throttlingException', 'somethingNew'],
    );
    const garbage = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom('{"delta":{"text":7}}', '{"contentBlockIndex":-1}', '{"delta":null}', '[]'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(names, garbage)), (sent) => {
        const decoder = new ConverseDecoder({});
        try {
          for (const [name, data] of sent) decoder.event(name, Buffer.from(data));
          decoder.end();
        } catch (error) {
          expect(error).toBeInstanceOf(Undecodable);
        }
        try {
          new ConverseDecoder({}).document(Buffer.from(sent.map(([, data]) => data).join('')));
        } catch (error) {
          expect(error).toBeInstanceOf(Undecodable);
        }
      }),
    );
  });
});
