import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../guardrails/output/slices.ts';
import { testDetectors, TestGuard } from '../../guardrails/testing/test-guard.ts';
import { guardDocument } from '../chat-texts/guarded-document.ts';
import { plantings } from '../testing/plantings.ts';
import { GuardedMessageStream } from './guarded-message-stream.ts';
import { MESSAGE } from './message-shapes.ts';

const SECRET = 'ann@example.org';
const CARD = 4_111_111_111_111_111;

/** A message with a member at every place that Anthropic documents. */
const ANSWER = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-x' },
  content: [
    { type: 'thinking', thinking: 'x', signature: 'AAAA' },
    { type: 'redacted_thinking', data: 'AAAA' },
    { type: 'text', text: 'x', citations: [{ type: 'char_location', cited_text: 'x', start: 1 }] },
    {
      type: 'tool_use',
      id: 'toolu_1',
      name: 'f',
      input: { a: 'x', n: 1 },
      caller: { type: 'direct' },
    },
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: [{ type: 'web_search_result', url: 'https://a.example', title: 'x', page_age: 'x' }],
    },
    { type: 'compaction', content: 'x' },
  ],
  ...{ stop_reason: 'end_turn', stop_sequence: 'x', container: { id: 'c', expires_at: 'x' } },
  usage: { input_tokens: 1, service_tier: 'standard', server_tool_use: { web_search_requests: 1 } },
};
const EVENTS = [
  { type: 'message_start', message: { ...ANSWER, content: [] } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } },
  {
    ...{ type: 'content_block_delta', index: 0 },
    delta: { type: 'citations_delta', citation: { type: 'char_location', cited_text: 'x' } },
  },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: ANSWER.content[5] },
  { type: 'content_block_stop', index: 1 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: 'x' },
    usage: { output_tokens: 1 },
  },
  { type: 'message_stop' },
];

const guardOf = () => new TestGuard({ detectors: testDetectors() });
const ofDocument = (message: unknown, guard = guardOf()) =>
  String(atOnce(guardDocument(Buffer.from(JSON.stringify(message)), guard, { shape: MESSAGE })));
const ofStream = (events: readonly unknown[], guard = guardOf()) => {
  const stream = new GuardedMessageStream(guard);
  const out = events.map((event) =>
    String(atOnce(stream.push(Buffer.from(`data: ${JSON.stringify(event)}\n\n`)))),
  );
  return out.join('') + String(atOnce(stream.end()));
};
const begin = (index: unknown, content_block: object = { type: 'text', text: '' }) => ({
  ...{ type: 'content_block_start', index, content_block },
});
const delta = (index: unknown, text: string) => ({
  ...{ type: 'content_block_delta', index, delta: { type: 'text_delta', text } },
});
const stop = (index: unknown) => ({ type: 'content_block_stop', index });

const CALL = { type: 'tool_use', id: 't', name: 'f', input: {} };
const args = (index: number, partial_json: string) => ({
  ...{ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } },
});
const ENDING = [
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
];

interface WrittenEvent {
  readonly type: string;
  readonly index?: number;
  readonly delta?: { readonly partial_json?: string };
}

const eventsOf = (out: string) =>
  [...out.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as WrittenEvent);
const typesOf = (out: string) => eventsOf(out).map(({ type }) => type);

/** The arguments of each block, of which none may come behind its end. */
function argumentsOf(out: string): string[] {
  const told: string[] = [];
  const over = new Set<number>();
  for (const { type, index = 0, delta: piece } of eventsOf(out)) {
    expect(over.has(index) && type.startsWith('content_block')).toBe(false);
    if (type === 'content_block_stop') over.add(index);
    if (piece?.partial_json !== undefined) told[index] = (told[index] ?? '') + piece.partial_json;
  }
  return told;
}

/** Calls whose arguments come in pieces and in turns, each behind the beginning of its block. */
const callsInTurns = fc
  .array(fc.dictionary(fc.constantFrom('a', 'b', '}{'), fc.constantFrom('x', '"]}', '\\', '')), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((objects) => {
    const texts = objects.map((one) => JSON.stringify(one));
    const turns = texts.flatMap((text, at) => Array.from({ length: text.length }, () => at));
    const early = fc.array(fc.nat(5), { minLength: texts.length, maxLength: texts.length });
    return fc.record({
      objects: fc.constant(objects),
      events: fc
        .tuple(fc.shuffledSubarray(turns, { minLength: turns.length }), early)
        .map(([order, first]) => inTurns(texts, order, first)),
    });
  });

function inTurns(texts: readonly string[], order: readonly number[], early: readonly number[]) {
  const sent = early.map((count, at) => texts[at]?.slice(0, count).length ?? 0);
  const begun = texts.flatMap((text, at) => [
    begin(at, CALL),
    args(at, text.slice(0, sent[at])),
    stop(at),
  ]);
  const rest = order.flatMap((at) => {
    const from = sent[at] ?? 0;
    sent[at] = from + 1;
    const piece = texts[at]?.slice(from, from + 1) ?? '';
    return piece === '' ? [] : [args(at, piece)];
  });
  return [...begun, ...rest, ...ENDING];
}

/** Where something is planted that goes on, and nobody is told that it was not looked at. */
function leaksOf(
  value: unknown,
  planted: unknown,
  go: (value: unknown, guard: TestGuard) => string,
) {
  const told = JSON.stringify(planted).includes(SECRET) ? SECRET : String(CARD);
  return plantings(value, planted).flatMap(({ where, value: one }) => {
    const guard = guardOf();
    const isFault = (error: unknown): string => {
      if (error instanceof TypeError) return '';
      throw error;
    };
    let out: string;
    try {
      out = go(one, guard);
    } catch (error) {
      out = isFault(error);
    }
    return out.includes(told) && guard.unseen.length === 0 ? [where] : [];
  });
}

describe('every place of a message', () => {
  it.each([[SECRET], [[SECRET]], [{ a: SECRET }], [{ [SECRET]: 1 }], [CARD]])(
    'is looked at, or said to be not, where %j stands there',
    (planted) => {
      expect(leaksOf(ANSWER, planted, ofDocument)).toEqual([]);
      expect(
        leaksOf(EVENTS, planted, (events, guard) => ofStream(events as unknown[], guard)),
      ).toEqual([]);
    },
  );

  it('passes where nothing is found, and nothing is said to be unseen', () => {
    const guard = guardOf();
    expect(JSON.parse(ofDocument(ANSWER, guard))).toEqual(ANSWER);
    ofStream(EVENTS, guard);
    expect(guard.unseen).toEqual([]);
  });

  it.each(['4111111111111111', '555-12-3456', 'Ann'])('knows no reason %j', (stop_reason) => {
    const guard = guardOf();
    ofDocument({ ...ANSWER, stop_reason }, guard);
    expect(guard.unseen).toEqual(['unknown_field']);
  });
});

describe('what a hostile provider does with messages', () => {
  it('does not get a text by that is cut over blocks', () => {
    const content = ['to ann@exam', 'ple.org', ' now'].map((text) => ({ type: 'text', text }));
    const { content: told } = JSON.parse(ofDocument({ ...ANSWER, content })) as typeof ANSWER;
    expect(told.map(({ text }) => text).join('')).toBe('to <EMAIL_ADDRESS_1> now');

    const guard = guardOf();
    const tool = { type: 'tool_use', id: 't', name: 'f', input: {} };
    const between = [begin(1, tool), stop(1)];
    const out = ofStream(
      [
        begin(0),
        delta(0, 'ann@exam'),
        stop(0),
        ...between,
        begin(2),
        delta(2, 'ple'),
        delta(2, '.org'),
      ],
      guard,
    );
    expect(out).not.toContain('.org');
    expect(guard.unseen).toContain('split_text');
  });

  it.each([
    [
      'the last block by a number below zero',
      [begin(0), delta(0, 'ann@exam'), delta(-1, 'ple.org')],
    ],
    ['a block that never began', [begin(0), delta(0, 'ann@exam'), delta(1, 'ple.org')]],
    ['a block that is over', [begin(0), delta(0, 'ann@exam'), stop(0), delta(0, 'ple.org')]],
    ['a block that began before', [begin(0), stop(0), begin(0)]],
    ['two blocks at once', [begin(0), begin(1)]],
    ['no number', [begin('0')]],
    ['arguments of a text', [begin(0), stop(0), args(0, 'ple.org')]],
    ['arguments behind their end', [begin(0, CALL), args(0, '{}'), stop(0), args(0, '"x"')]],
    [
      'arguments behind the end of the message',
      [begin(0, CALL), stop(0), ...ENDING, args(0, '{}')],
    ],
    ['arguments behind its reason', [begin(0, CALL), stop(0), ENDING[0], args(0, '{}')]],
    ['a block behind its reason', [ENDING[0], begin(0)]],
    ['a message that begins with content', [{ type: 'message_start', message: ANSWER }]],
  ])('breaks off at %s', (_what, events) => {
    expect(() => ofStream(events)).toThrow(TypeError);
  });

  it('brings all arguments of calls, each before its end, in whatever turns and pieces they come', () => {
    fc.assert(
      fc.property(callsInTurns, ({ objects, events }) => {
        const out = ofStream(events, new TestGuard({ detectors: testDetectors(['forbidden']) }));
        expect(argumentsOf(out)).toEqual(objects.map((one) => JSON.stringify(one)));
        const types = typesOf(out);
        expect(types.slice(-2)).toEqual(['message_delta', 'message_stop']);
        expect(types.filter((type) => type === 'content_block_stop')).toHaveLength(objects.length);
      }),
    );
  });

  it('finds a word that is cut over turns, wherever it is cut', () => {
    const told = '{"a":"a forbidden word"}';
    for (const at of Array.from({ length: told.length - 1 }, (_, place) => place + 1)) {
      const [head, tail] = [told.slice(0, at), told.slice(at)];
      const guard = new TestGuard({ detectors: testDetectors(['forbidden']) });
      const calls = [
        begin(0, CALL),
        args(0, head),
        stop(0),
        begin(1, CALL),
        args(1, '{}'),
        stop(1),
      ];
      ofStream([...calls, args(0, tail), ...ENDING], guard);
      expect(guard.stoppedBy).toBeDefined();
    }
  });

  it('ends a call at once whose arguments are all there', () => {
    const out = ofStream([begin(0, CALL), args(0, '{"a":"}"}'), stop(0), begin(1)]);
    expect(typesOf(out).slice(-2)).toEqual(['content_block_stop', 'content_block_start']);
  });

  it('brings a text whose block does not end before the message does', () => {
    const out = ofStream([begin(0), delta(0, 'ann@example.or'), ...ENDING]);
    expect(typesOf(out).slice(-3)).toEqual([
      'content_block_delta',
      'message_delta',
      'message_stop',
    ]);
  });

  it('writes no line of its own by the type of an event', () => {
    const guard = guardOf();
    const out = ofStream([{ type: `x\ndata: {"text":"${SECRET}"}\n\nevent: y` }], guard);
    expect(out.split('\n').filter((line) => line !== '')).toHaveLength(1);
    expect(guard.unseen).toContain('unknown_field');
  });

  it('does not get what a compaction says by in pieces', () => {
    const piece = (content: string) => ({
      ...{ type: 'content_block_delta', index: 0, delta: { type: 'compaction_delta', content } },
    });
    const out = ofStream([
      begin(0, { type: 'compaction', content: 'ann@' }),
      ...[piece('exam'), piece('ple.org'), stop(0)],
    ]);
    const told = [...out.matchAll(/"content":"([^"]*)"/g)].map(([, text]) => text).join('');
    expect(told).toBe('<EMAIL_ADDRESS_1>');
  });
});
