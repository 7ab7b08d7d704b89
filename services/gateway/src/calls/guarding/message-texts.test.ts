import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageTexts } from './message-texts.ts';

const textsOf = (message: unknown) => new MessageTexts(message).texts.map(({ text }) => text);
const unseenIn = (message: unknown) => [...new MessageTexts(message).unseen];

/** Everything that is looked at, replaced. */
function replaced(message: unknown): unknown {
  const texts = new MessageTexts(message);
  const with_ = texts.texts.map(
    ({ form }, at) => [at, form === 'json' ? '"replaced"' : 'replaced'] as const,
  );
  return texts.with(new Map(with_));
}

const MARK = 'find-me';

/** JSON that has the mark somewhere, as a value that is no word of a protocol. */
const marked = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { withCrossShrink: true, maxDepth: 5 },
    fc.constant(MARK),
    fc.dictionary(
      fc.constantFrom('content', 'parts', 'text', 'data', 'arguments', 'message', 'odd', 'status'),
      tie('tree'),
      { minKeys: 1, maxKeys: 3 },
    ),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
  ),
})).tree;

describe('the texts of a message', () => {
  it('are those of the content of a tool, and its structured content as JSON', () => {
    const result = {
      content: [
        { type: 'text', text: 'words' },
        { type: 'text', text: '{"a": 1}' },
        { type: 'resource', resource: { uri: 'note://one', mimeType: 'text/plain', text: 'note' } },
      ],
      structuredContent: { type: 'secret', n: 1 },
      isError: false,
    };
    expect(new MessageTexts(result).texts).toEqual([
      { form: 'text', text: 'words', partOf: 1 },
      { form: 'json', text: '{"a": 1}', partOf: 1 },
      { form: 'text', text: 'note://one' },
      { form: 'text', text: 'note' },
      { form: 'json', text: '{"type":"secret","n":1}' },
    ]);
  });

  it('are those of tasks of agents, whose ids stay', () => {
    const task = {
      ...{ id: 'task-1', contextId: 'context-1', kind: 'task' },
      status: {
        state: 'completed',
        message: { role: 'agent', parts: [{ kind: 'text', text: 'a' }] },
      },
      artifacts: [{ artifactId: 'x', name: 'b', parts: [{ data: { id: 'c' } }, { text: 'd' }] }],
    };
    expect(textsOf({ jsonrpc: '2.0', id: 1, result: task })).toEqual(['a', 'b', '{"id":"c"}', 'd']);
    expect(replaced(task)).toMatchObject({ id: 'task-1', artifacts: [{ artifactId: 'x' }] });
  });

  it('are those of questions and of what people filled in, whatever its members are called', () => {
    const inputRequests = {
      state: { method: 'elicitation/create', params: { message: 'Where?', requestedSchema: {} } },
    };
    expect(textsOf({ inputRequests, requestState: 'sealed' })).toEqual(['Where?']);
    const inputResponses = { id: { action: 'accept', content: { state: 'here' } } };
    expect(textsOf({ inputResponses })).toEqual(['{"state":"here"}']);
  });

  it('are parts of one text where they are parts of one message', () => {
    const message = (text: string) => ({ parts: [{ kind: 'text', text }, { text: `${text}!` }] });
    const { texts } = new MessageTexts({ message: message('a'), history: [message('b')] });
    expect(texts.map(({ text, partOf }) => [text, partOf])).toEqual([
      ...[
        ['a', 1],
        ['a!', 1],
      ],
      ...[
        ['b', 2],
        ['b!', 2],
      ],
    ]);
    const resource = { content: [{ resource: { text: 'c' } }, { data: { text: 'd' } }] };
    expect(new MessageTexts(resource).texts.every(({ partOf }) => partOf === undefined)).toBe(true);
  });

  it.each([
    ['image', { content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }] }],
    ['audio', { content: [{ type: 'audio', data: 'aGk=' }] }],
    ['file', { contents: [{ uri: 'a://b', blob: 'aGk=' }] }],
    ['file', { parts: [{ kind: 'file', file: { bytes: 'aGk=' } }] }],
    ['file', { parts: [{ kind: 'file', file: { uri: 'https://example.com/a' } }] }],
    ['file', { parts: [{ raw: 'aGk=', mediaType: 'text/plain' }] }],
    ['file', { parts: [{ url: 'https://example.com/a' }] }],
  ])('leave out bytes, which are said: %s', (what, message) => {
    expect(unseenIn(message)).toEqual([what]);
    expect(textsOf(message)).not.toContain('aGk=');
  });

  it('hold everything that is no word of a protocol, and change nothing where nothing is replaced', () => {
    fc.assert(
      fc.property(marked, (message) => {
        const texts = new MessageTexts(message);
        expect(JSON.stringify(texts.with(new Map()))).toBe(JSON.stringify(message));
        const left = JSON.stringify(replaced(message));
        expect(left).not.toContain(MARK);
      }),
      { numRuns: 1000 },
    );
  });

  it('are found however deep a message is', () => {
    let message: unknown = { text: MARK };
    for (let level = 0; level < 200; level += 1) message = { message };
    expect(textsOf(message).join('')).toContain(MARK);
  });
});
