import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProblem, scanChat } from './chat-scan.ts';
import { requestCharacters } from '@aicp/contracts/routing/request/chat-facts';
import { READ_MEMBERS, READ_OF_MESSAGE, READ_OF_OPTIONS, READ_OF_PART } from './read-members.ts';

const scan = (text: string) => scanChat(Buffer.from(text));

function found(text: string) {
  const result = scan(text);
  if (isProblem(result)) throw new Error(JSON.stringify(result));
  return result;
}

/** Every place in which a member is read, with the text of a request that has `members` there. */
const PLACES = [
  { where: '', names: READ_MEMBERS, request: (members: string) => `{${members}}` },
  {
    where: 'stream_options.',
    names: READ_OF_OPTIONS,
    request: (members: string) => `{"stream_options":{${members}}}`,
  },
  {
    where: 'messages[].',
    names: READ_OF_MESSAGE,
    request: (members: string) => `{"messages":[{"role":"user"},{${members}}]}`,
  },
  {
    where: 'messages[].content[].',
    names: READ_OF_PART,
    request: (members: string) => `{"messages":[{"content":[{"type":"text"},{${members}}]}]}`,
  },
];
const READ = PLACES.flatMap((place) =>
  place.names.map((name) => ({ ...place, name, member: place.where + name })),
);

describe('a member that a stage reads', () => {
  it.each(READ)('is refused where it is there twice: $member', ({ member, name, request }) => {
    expect(scan(request(`"${name}":null,"x":{"${name}":2},"${name}":null`))).toEqual({
      member,
      problem: 'is there twice',
    });
  });

  it.each(READ)('is refused in any disguise: $member', ({ member, name, request }) => {
    const code = name.charCodeAt(0).toString(16).padStart(4, '0');
    const disguises = [
      name.toUpperCase(),
      (name[0] ?? '').toUpperCase() + name.slice(1),
      `\\u${code}${name.slice(1)}`,
      ...(name.includes('s') ? [name.replace('s', 'ſ'), name.replace('s', '\\u017f')] : []),
      ...(name.includes('k') ? [name.replace('k', '\u212a')] : []),
    ];
    for (const disguise of disguises) {
      expect(scan(request(`"${disguise}":null`))).toEqual({
        member,
        problem: 'must be written in lower case, without escapes',
      });
    }
  });

  it.each(READ)('may stand in each of several objects: $member', ({ name, request }) => {
    expect(isProblem(scan(request(`"${name}":null,"x":{"${name}":1,"${name}":2}`)))).toBe(false);
  });
});

describe('scanChat', () => {
  it('finds what JSON.parse finds, wherever it stands', () => {
    const isDisguised = (name: string) =>
      READ_MEMBERS.some((member) => member === name.toLowerCase() && member !== name);
    const name = fc.oneof(fc.constantFrom(...READ_MEMBERS), fc.string());
    fc.assert(
      fc.property(
        fc.dictionary(
          name.filter((one) => !isDisguised(one)),
          fc.jsonValue({ maxDepth: 4 }),
        ),
        fc.constantFrom('', ' ', '\t', '  '),
        fc.constantFrom('', ' \r\n\t'),
        (object, indent, around) => {
          const text = around + JSON.stringify(object, null, indent) + around;
          const parsed = JSON.parse(text) as Record<string, unknown>;
          const bytes = Buffer.from(text);
          const { spans } = found(text);
          for (const member of READ_MEMBERS) {
            const span = spans[member];
            expect(span !== undefined).toBe(Object.hasOwn(parsed, member));
            if (!span) continue;
            const value: unknown = JSON.parse(bytes.toString('utf8', span.start, span.end));
            expect(value).toEqual(parsed[member]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('counts the characters of a prompt as a reader of the parsed messages does', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const part = fc.record(
      { type: fc.string(), text: value, image_url: value, refusal: value },
      { requiredKeys: [] },
    );
    const message = fc.record(
      {
        role: fc.string(),
        content: fc.oneof(fc.string(), fc.array(part), fc.jsonValue()),
        tool_calls: value,
        name: value,
        function_call: value,
        reasoning_content: value,
        audio: value,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(message, fc.jsonValue())),
        fc.record({ tools: value, response_format: value, user: value }, { requiredKeys: [] }),
        (messages, rest) => {
          const request = { ...rest, messages };
          const result = scan(JSON.stringify(request, null, 1));
          if (!isProblem(result)) expect(result.promptCharacters).toBe(requestCharacters(request));
        },
      ),
    );
  });

  const LONG = 'x'.repeat(12_000);
  const message = (members: object) => ({ messages: [{ role: 'assistant', ...members }] });

  it.each<[string, object]>([
    ['content', message({ content: LONG })],
    ['a list of texts', message({ content: [LONG] })],
    ['a part', message({ content: [{ type: 'text', text: LONG }] })],
    ['a part of another type', message({ content: [{ type: 'refusal', refusal: LONG }] })],
    ['calls of tools', message({ tool_calls: [{ function: { arguments: LONG } }] })],
    ['a call of a function', message({ function_call: { arguments: LONG } })],
    ['a refusal', message({ refusal: LONG })],
    ['reasoning', message({ reasoning_content: LONG })],
    ['a name', message({ name: LONG })],
    ['a prediction', { messages: [], prediction: { type: 'content', content: LONG } }],
    ['a schema', { messages: [], response_format: { json_schema: { description: LONG } } }],
    ['tools', { messages: [], tools: [{ function: { description: LONG } }] }],
    ['functions', { messages: [], functions: [{ description: LONG }] }],
    ['what nobody knows yet', { messages: [], documents: [LONG] }],
  ])('counts text wherever a provider reads it: %s', (_where, request) => {
    const { promptCharacters } = found(JSON.stringify(request));
    expect(promptCharacters).toBeGreaterThanOrEqual(12_000);
    expect(promptCharacters).toBeLessThan(12_100);
  });

  it.each<[string, object]>([
    ['pictures', message({ content: [{ type: 'image_url', image_url: { url: LONG } }] })],
    ['sounds', message({ content: [{ type: 'input_audio', input_audio: { data: LONG } }] })],
    ['files', message({ content: [{ type: 'file', file: { file_data: LONG } }] })],
    ['metadata', { messages: [{ role: 'user' }], metadata: { a: LONG }, user: LONG }],
  ])('counts nothing of %s', (_what, request) => {
    expect(found(JSON.stringify(request)).promptCharacters).toBe(16);
  });

  it('finds every id of a file, and none that is null', () => {
    const file = (value: unknown) => ({ type: 'file', file: { file_id: value, filename: 'a' } });
    const content = [file('file-1'), { type: 'text', text: 'x' }, file(null), file('file-2')];
    const text = JSON.stringify({ messages: [{ content }, { content: 'y' }, { content: [7] }] });
    const ids = found(text).fileIds.map(({ start, end }) => text.slice(start, end));
    expect(ids).toEqual(['"file-1"', '"file-2"']);
  });

  it.each([
    ['{"file_id":"a","file_id":"b"}', 'is there twice'],
    ['{"File_Id":"a"}', 'must be written in lower case, without escapes'],
    ['{"file\\u005fid":"a"}', 'must be written in lower case, without escapes'],
  ])('refuses ids of files in disguise: %s', (file, problem) => {
    expect(scan(`{"messages":[{"content":[{"type":"file","file":${file}}]}]}`)).toEqual({
      member: 'messages[].content[].file.file_id',
      problem,
    });
  });

  it('refuses a file that is there twice', () => {
    expect(scan('{"messages":[{"content":[{"file":{},"file":{"file_id":"a"}}]}]}')).toEqual({
      member: 'messages[].content[].file',
      problem: 'is there twice',
    });
  });

  it('counts what tools were called with', () => {
    const { promptCharacters: counted } = found(
      '{"messages":[{"tool_calls": [{ "a":"\\u0062" }]}]}',
    );
    expect(counted).toBe(16 + '[{"a":"b"}]'.length);
  });

  it('takes nothing that is no JSON object', () => {
    for (const text of ['', ' ', '[]', '"x"', '{"a":1}x', '{"a":1', '{} {}', 'null']) {
      expect(scan(text)).toBe('malformed');
    }
  });

  it('never throws, whatever the bytes', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\u00',
      'messages',
      'tools',
      '1',
    );
    fc.assert(
      fc.property(fc.array(pieces), fc.uint8Array(), (texts, bytes) => {
        scanChat(Buffer.concat([Buffer.from(`{"${texts.join('')}`), bytes]));
        scanChat(Buffer.from(bytes));
      }),
      { numRuns: 2000 },
    );
  });

  it('lets escapes in other names be', () => {
    const { spans } = found('{"m\\u00f6del":1,"model":2}');
    expect(spans).toEqual({ model: { start: 24, end: 25 } });
  });
});
