import { describe, expect, it } from 'vitest';
import type { AnswerEvent } from '../conversation/answer-event.ts';
import { Undecodable } from '../format.ts';
import { ChatDecoder } from './chat-decoder.ts';
import { ChatEncoder } from './chat-encoder.ts';

/** The steps of a stream with these choices, each in its chunk. */
function streamOf(choices: readonly object[]): AnswerEvent[] {
  const decoder = new ChatDecoder();
  const chunks = choices.map((choice) => Buffer.from(JSON.stringify({ choices: [choice] })));
  return [...chunks.flatMap((chunk) => decoder.event('', chunk)), ...decoder.end()];
}

const calling = (...tool_calls: object[]) => ({ delta: { tool_calls } });
const fn = (name: string | undefined, text?: string) => ({ function: { name, arguments: text } });

/** Names, ids and arguments of the calls that these deltas are. */
function callsOf(...deltas: object[]): string[] {
  const calls = new Map<number, string>();
  for (const event of streamOf(deltas)) {
    if (event.kind === 'call') calls.set(event.index, `${event.name} ${event.id} `);
    if (event.kind === 'arguments')
      calls.set(event.index, `${calls.get(event.index) ?? '?'}${event.text}`);
  }
  return [...calls.values()];
}

describe('calls of a stream of chunks', () => {
  const BOTH = ['f a {"x":1}', 'f b {"x":2}'];

  it('are told apart by their index', () => {
    const first = calling({ index: 0, id: 'a', ...fn('f', '') }, { index: 1, id: 'b', ...fn('f') });
    const more = [calling({ index: 1, ...fn(undefined, '{"x":2}') })];
    expect(callsOf(first, calling({ index: 0, ...fn(undefined, '{"x":1}') }), ...more)).toEqual(
      BOTH,
    );
  });

  it('are told apart by their ids where they share an index', () => {
    expect(
      callsOf(
        calling({ index: 0, id: 'a', ...fn('f', '{"x":1}') }),
        calling({ index: 0, id: 'b', ...fn('f', '{"x"') }),
        calling({ index: 0, id: 'b', ...fn('f', ':2') }),
        calling({ index: 0, id: '', ...fn('', '}') }),
      ),
    ).toEqual(BOTH);
  });

  it('are told apart by their ids where they have no index', () => {
    expect(
      callsOf(
        calling({ id: 'a', ...fn('f', '{"x"') }),
        calling(fn(undefined, ':1}')),
        calling({ id: 'b', ...fn('f', '{"x"') }),
        calling(fn(undefined, ':2}')),
      ),
    ).toEqual(BOTH);
  });

  it('are told apart where they have no id, once the one before is whole', () => {
    expect(
      callsOf(
        calling({ index: 0, ...fn('f', '{"x"') }),
        calling({ index: 0, ...fn('f', ':1}') }),
        calling({ index: 0, ...fn('f', '{"x":2}') }),
        calling({ index: 0, ...fn('g', '{}') }),
      ),
    ).toEqual(['f call_0 {"x":1}', 'f call_1 {"x":2}', 'g call_2 {}']);
  });

  it('go on by their id, whatever else is said of them', () => {
    expect(
      callsOf(
        calling({ index: 0, id: 'a', ...fn('f', '{"x"') }),
        calling({ index: 0, id: 'b', ...fn('f', '{"x":2}') }),
        calling({ index: 0, id: 'a', ...fn(undefined, ':1}') }),
      ),
    ).toEqual(BOTH);
  });

  it('of a document are as many as stand there, whatever their ids', () => {
    const tool_calls = [1, 2].map((x) => ({ id: 'a', ...fn('f', `{"x":${x}}`) }));
    const body = Buffer.from(JSON.stringify({ choices: [{ message: { tool_calls } }] }));
    const events = new ChatDecoder().document(body);
    expect(events.filter(({ kind }) => kind === 'call')).toHaveLength(2);
  });

  it('that have arguments and no name are no answer', () => {
    expect(() => streamOf([calling(fn(undefined, '{}'))])).toThrow(Undecodable);
  });
});

describe('a completion', () => {
  it('is its first choice alone', () => {
    const texts = streamOf([
      { index: 1, delta: { content: 'two' }, finish_reason: 'length' },
      { index: 0, delta: { content: 'one' } },
      { index: 0, delta: {}, finish_reason: 'stop' },
    ]);
    expect(texts.slice(1)).toEqual([
      { kind: 'text', text: 'one' },
      { kind: 'end', reason: 'stop' },
    ]);
    const choices = ['two', 'one'].map((content, at) => ({ index: 1 - at, message: { content } }));
    const document = new ChatDecoder().document(Buffer.from(JSON.stringify({ choices })));
    expect(document).toContainEqual({ kind: 'text', text: 'one' });
    expect(document).not.toContainEqual({ kind: 'text', text: 'two' });
  });

  it.each(['insufficient_system_resource', 'error'])('that ends by %s is none', (finish_reason) => {
    const events = streamOf([{ delta: { content: 'one' } }, { delta: {}, finish_reason }]);
    expect(events.at(-1)).toMatchObject({ kind: 'error', fault: { code: finish_reason } });
    const choices = [{ message: { content: 'one' }, finish_reason }];
    const body = Buffer.from(JSON.stringify({ choices }));
    expect(() => new ChatDecoder().document(body)).toThrow(Undecodable);
  });

  it('that fills the room of its model is cut', () => {
    const events = streamOf([{ delta: { content: 'one' }, finish_reason: 'model_length' }]);
    expect(events.at(-1)).toEqual({ kind: 'end', reason: 'length' });
  });
});

const facts = { model: 'm', stream: true, requestId: 'r', now: 0 };
const end = { kind: 'end', reason: 'refusal' } as const;

/** Why the answer of these steps ended, as a document and as a stream. */
function reasonsOf(steps: readonly AnswerEvent[]): unknown[] {
  const document = JSON.parse(new ChatEncoder(facts).document(steps).toString()) as {
    choices: { finish_reason: string }[];
  };
  const stream = new ChatEncoder(facts).push(steps);
  return [document.choices[0]?.finish_reason, /"finish_reason":"(\w+)"/.exec(stream)?.[1]];
}

describe('an answer that declines', () => {
  it('ends by its filter where no word of it says so', () => {
    expect(reasonsOf([{ kind: 'text', text: 'Well' }, end])).toEqual([
      'content_filter',
      'content_filter',
    ]);
    expect(reasonsOf([{ kind: 'refusal', text: 'I decline.' }, end])).toEqual(['stop', 'stop']);
  });
});
