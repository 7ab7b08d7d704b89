import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AnswerEvent } from '../conversation/answer-event.ts';
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { Undecodable, Untranslatable } from '../format.ts';
import { EventSplitter } from '../../protocols/event-stream/event-splitter.ts';
import { toGeminiBuckets } from './members/gemini-usage.ts';
import { geminiFormat } from './gemini-format.ts';

const facts = { model: 'gemini-2.5-flash', stream: false };
const answerFacts = { ...facts, requestId: 'r1', now: 0 };
const read = (body: object): Conversation =>
  geminiFormat.readRequest(Buffer.from(JSON.stringify(body)), facts);
const write = (conversation: Conversation) => {
  const { body, dropped } = geminiFormat.writeRequest(conversation);
  return { sent: JSON.parse(body.toString()) as Record<string, unknown>, dropped };
};

it.each([
  [
    'what came from the cache is part of the prompt, thoughts stand beside the answer',
    {
      ...{ promptTokenCount: 1000, cachedContentTokenCount: 600, candidatesTokenCount: 50 },
      ...{ thoughtsTokenCount: 200, totalTokenCount: 1250 },
    },
    { input: 400, cached_input: 600, output: 50, reasoning: 200, audio_input: 0 },
  ],
  [
    'what tools brought is read as well, and counted beside the prompt',
    {
      ...{ promptTokenCount: 10, toolUsePromptTokenCount: 90, candidatesTokenCount: 5 },
      totalTokenCount: 105,
    },
    { input: 100, cached_input: 0, output: 5, reasoning: 0, audio_input: 0 },
  ],
  [
    'sound has a bucket of its own, but for what was cached of it',
    {
      ...{ promptTokenCount: 300, cachedContentTokenCount: 100, candidatesTokenCount: 7 },
      totalTokenCount: 307,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 50 },
        { modality: 'AUDIO', tokenCount: 250 },
      ],
      cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 100 }],
    },
    { input: 50, cached_input: 100, output: 7, reasoning: 0, audio_input: 150 },
  ],
])('counts tokens so that none is in two buckets: %s', (_what, usage, buckets) => {
  const counted = toGeminiBuckets(usage);
  expect(counted).toMatchObject(buckets);
  expect(counted?.misfit).toBeUndefined();
  const { misfit: _misfit, heardMs: _heardMs, ...tokens } = counted ?? {};
  const sum = Object.values(tokens).reduce((all, one) => all + one, 0);
  expect(sum).toBe(usage.totalTokenCount);
});

it('reads names in either case, schemas of OpenAPI, and calls and results without ids', () => {
  const conversation = read({
    system_instruction: { parts: { text: 'Be kind.' } },
    contents: [
      {
        role: 'user',
        parts: [{ text: 'x' }, { inline_data: { mime_type: 'image/png', data: 'AA' } }],
      },
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'a', args: { n: 1 } } },
          { functionCall: { name: 'a', args: { n: 2 } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'a', response: { output: 'one' } } },
          { function_response: { name: 'a', response: { error: 'two' } } },
        ],
      },
    ],
    tools: [
      {
        function_declarations: [
          {
            name: 'a',
            parameters: {
              type: 'OBJECT',
              properties: {
                type: { type: 'ARRAY', items: { type: 'STRING', nullable: true }, minItems: '1' },
              },
            },
          },
        ],
      },
    ],
    generation_config: { stop_sequences: ['END'], thinking_config: { thinking_budget: 0 } },
    safetySettings: [{}],
  });
  expect(conversation.system).toEqual([{ kind: 'text', text: 'Be kind.' }]);
  expect(conversation.tools[0]?.parameters).toEqual({
    type: 'object',
    properties: { type: { type: 'array', items: { type: ['string', 'null'] }, minItems: 1 } },
  });
  const [, called, answered] = conversation.turns;
  const ids = called?.parts.map((part) => part.kind === 'call' && part.id);
  expect(new Set(ids).size).toBe(2);
  expect(answered?.parts.map((part) => part.kind === 'result' && part.callId)).toEqual(ids);
  expect(answered?.parts[1]).toMatchObject({ isError: true, parts: [{ text: 'two' }] });
  expect(conversation.settings).toEqual({ stop: ['END'] });
  expect(conversation.reasoning).toEqual({ budgetTokens: 0 });
  expect(conversation.unread).toEqual(['safetySettings']);
});

it.each([
  ['a tool that Google runs', { tools: [{ googleSearch: {} }] }],
  ['a file that Google keeps', { contents: [{ parts: [{ fileData: { fileUri: 'gs://a/b' } }] }] }],
  [
    'a file that Google keeps at a host with a dot',
    { contents: [{ parts: [{ fileData: { fileUri: 'https://storage.googleapis.com./a/b' } }] }] },
  ],
  ['a result without a call', { contents: [{ parts: [{ functionResponse: { name: 'a' } }] }] }],
  ['a part of an unknown kind', { contents: [{ parts: [{ executableCode: {} }] }] }],
])('refuses %s where it would change what is asked', (_what, body) => {
  expect(() => read(body)).toThrow(Untranslatable);
});

it('names what Google cannot be told, and sends the rest', () => {
  const { sent, dropped } = write({
    ...read({ contents: [{ parts: [{ text: 'x' }] }] }),
    tools: [{ name: 'a', isStrict: true }],
    settings: { logit_bias: { 1: 2 }, parallel_tool_calls: false, max_tokens: 5, user: 'ada' },
    reasoning: { effort: 'low' },
  });
  expect(dropped).toEqual(['logit_bias', 'parallel_tool_calls', 'tools.function.strict']);
  expect(sent['generationConfig']).toEqual({
    maxOutputTokens: 5,
    thinkingConfig: { thinkingBudget: 1024, includeThoughts: true },
  });
});

const word = fc.string({ minLength: 1 });
const args = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 });
/** Turns as a model and its user take them: each call is answered, by a text. */
const turns = fc
  .array(
    fc.record({ asked: word, said: word, calls: fc.array(args, { maxLength: 3 }), told: word }),
    { minLength: 1 },
  )
  .map((rounds) =>
    rounds.flatMap(({ asked, said, calls, told }, round): Turn[] => {
      const idOf = (at: number) => `call-${round}-${at}`;
      const called = calls.map((one, at) => ({
        ...{ kind: 'call' as const, id: idOf(at), name: `tool${at % 2}` },
        ...{ arguments: JSON.stringify(one), seal: { format: 'gemini', value: 'c2ln' } },
      }));
      const results = calls.map((_, at) => ({
        ...{ kind: 'result' as const, callId: idOf(at), name: `tool${at % 2}` },
        parts: [{ kind: 'text' as const, text: `"${told}` }],
      }));
      return [
        { role: 'user', parts: [{ kind: 'text', text: asked }] },
        { role: 'assistant', parts: [{ kind: 'text', text: said }, ...called] },
        ...(results.length > 0 ? [{ role: 'user', parts: results } as Turn] : []),
        { role: 'assistant', parts: [{ kind: 'text', text: said }] },
      ];
    }),
  );

/** Turns of one role that follow one another are one. */
const merged = (all: readonly Turn[]): Turn[] =>
  all.reduce<Turn[]>((list, turn) => {
    const last = list.at(-1);
    if (last?.role !== turn.role) return [...list, turn];
    return [...list.slice(0, -1), { ...last, parts: [...last.parts, ...turn.parts] }];
  }, []);

it('reads what it writes: texts, calls and results', () => {
  fc.assert(
    fc.property(turns, (all) => {
      const asked = { ...read({ contents: [] }), turns: all };
      expect(read(write(asked).sent).turns).toEqual(merged(all));
    }),
  );
});

const steps = fc.record({
  text: fc.string(),
  thought: fc.string(),
  calls: fc.array(args, { maxLength: 3 }),
});

/** What an answer says, whatever its pieces. */
function said(events: readonly AnswerEvent[]) {
  const joined = (kind: 'text' | 'reasoning') =>
    events.map((event) => (event.kind === kind ? event.text : '')).join('');
  const calls = events.flatMap((event) => (event.kind === 'arguments' ? [event.text] : []));
  const end = events.filter(({ kind }) => kind === 'end');
  return { text: joined('text'), thought: joined('reasoning'), calls, end };
}

it('reads what it writes: answers, whole and as streams that are cut anywhere', () => {
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (answer, sizes) => {
      const events: AnswerEvent[] = [
        { kind: 'reasoning', text: answer.thought },
        { kind: 'text', text: answer.text },
        ...answer.calls.flatMap((one, index): AnswerEvent[] => [
          { kind: 'call', index, id: `c${index}`, name: 'a' },
          { kind: 'arguments', index, text: JSON.stringify(one).slice(0, 3) },
          { kind: 'arguments', index, text: JSON.stringify(one).slice(3) },
        ]),
        { kind: 'end', reason: answer.calls.length > 0 ? 'calls' : 'stop' },
      ];
      const whole = geminiFormat.decoder(facts);
      const document = geminiFormat.encoder(answerFacts).document(events);
      const expected = { ...said(events), calls: answer.calls.map((one) => JSON.stringify(one)) };
      expect(said(whole.document(document))).toEqual(expected);
      const encoder = geminiFormat.encoder(answerFacts);
      const stream = Buffer.from(events.map((one) => encoder.push([one])).join('') + encoder.end());
      expect(said(decoded(stream, sizes))).toEqual(expected);
    }),
  );
});

/** What a stream says that comes in pieces of these sizes. */
function decoded(stream: Buffer, sizes: Iterator<number>): AnswerEvent[] {
  const splitter = new EventSplitter();
  const decoder = geminiFormat.decoder(facts);
  const events: AnswerEvent[] = [];
  for (let at = 0; at < stream.length;) {
    const size = Number(sizes.next().value);
    splitter.begin(stream.subarray(at, at + size));
    while (splitter.next() !== -1)
      if (splitter.data) events.push(...decoder.event(splitter.name, splitter.data));
    at += size;
  }
  return [...events, ...decoder.end()];
}

it('fails in words of its own at garbage, and at nothing else', () => {
  const name = fc.constantFrom('candidates', 'content', 'parts', 'functionCall', 'finishReason');
  const odd = fc.oneof(
    fc.string(),
    fc.json().map(nested),
    fc.dictionary(name, fc.jsonValue()).map((one) => JSON.stringify(one)),
  );
  fc.assert(
    fc.property(fc.array(odd), (frames) => {
      const decoder = geminiFormat.decoder(facts);
      try {
        for (const frame of frames) decoder.event('', Buffer.from(frame));
        decoder.end();
      } catch (error) {
        expect(error).toBeInstanceOf(Undecodable);
      }
    }),
  );
});

const nested = (json: string): string => `{"candidates":[{"content":{"parts":[${json}]}}]}`;

it.each([
  ['MALFORMED_FUNCTION_CALL', /MALFORMED_FUNCTION_CALL: no such tool/],
  ['OTHER', /ended its answer with OTHER/],
])('takes %s for a failure', (finishReason, message) => {
  const body = { candidates: [{ finishReason, finishMessage: 'no such tool' }] };
  const document = () => geminiFormat.decoder(facts).document(Buffer.from(JSON.stringify(body)));
  expect(document).toThrow(message);
  const stream = geminiFormat.decoder(facts);
  stream.event('', Buffer.from(JSON.stringify(body)));
  expect(stream.end()).toEqual([
    { kind: 'error', fault: { message: expect.stringMatching(message) as string } },
  ]);
});

it('carries seals of other vendors through clients of Google, and gives Google its own alone', () => {
  const events: AnswerEvent[] = [
    { kind: 'text', text: 'x' },
    { kind: 'sealed', seal: { format: 'messages', value: 'é:1' } },
    { kind: 'end', reason: 'stop' },
  ];
  const document = geminiFormat.encoder(answerFacts).document(events).toString();
  const { candidates } = JSON.parse(document) as { candidates: { content: object }[] };
  const conversation = read({ contents: [candidates[0]?.content] });
  const seals = conversation.turns[0]?.parts.map((part) => part.kind === 'reasoning' && part.seal);
  expect(seals).toContainEqual({ format: 'messages', value: 'é:1' });
  expect(JSON.stringify(write(conversation).sent)).not.toContain('thoughtSignature');
});

it('tells that a prompt is too long, so that another model may be asked', () => {
  const message =
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).';
  const body = { error: { code: 400, message, status: 'INVALID_ARGUMENT' } };
  const fault = geminiFormat.readFault(Buffer.from(JSON.stringify(body)), 400);
  expect(fault).toEqual({ message, type: 'INVALID_ARGUMENT', code: 'context_length_exceeded' });
});
