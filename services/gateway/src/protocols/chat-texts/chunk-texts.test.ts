import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ChunkTexts } from './chunk-texts.ts';
import { findTexts } from './find-texts.ts';

const TEXTS = [
  '',
  'a',
  'hello',
  'say \\"hi\\"',
  'back\\\\',
  '\\u0022',
  'ü😀',
  '"content":"x',
  '}]}',
  '\\\\\\"',
];
const written = fc
  .oneof(fc.constantFrom(...TEXTS), fc.string())
  .map((text) =>
    TEXTS.includes(text) && !text.startsWith('"') ? `"${text}"` : JSON.stringify(text),
  );
const choice = fc
  .record({
    index: fc.constantFrom('', '"index":0,', '"index":1,', '"index":10,'),
    content: written,
    role: fc.constantFrom('', '"role":"assistant",'),
    form: fc.constantFrom('content', 'parts', 'call', 'object', 'unknown', 'twice', 'none'),
    end: fc.constantFrom('', ',"finish_reason":null', ',"finish_reason":"stop"', ',"logprobs":[1]'),
  })
  .map(({ index, content, role, form, end }) => {
    const said = {
      content: `"content":${content}`,
      parts: `"content":[{"type":"text","text":${content}}]`,
      call: `"tool_calls":[{"index":1,"function":{"arguments":${content}}}]`,
      object: `"tool_calls":[{"function":{"arguments":{"a":${content}}}}]`,
      unknown: `"new":${content}`,
      twice: `"content":"x","content":${content}`,
      none: '"content":null',
    }[form];
    return `{${index}"delta":{${role}${said}}${end}}`;
  });
const chunk = fc
  .record({
    id: fc.constantFrom('1', '22'),
    choices: fc.array(choice, { maxLength: 2 }),
    rest: fc.constantFrom(
      '',
      ',"usage":null',
      ',"obfuscation":"abc"',
      ',"citations":["https://a"]',
    ),
  })
  .map(({ id, choices, rest }) => `{"id":"${id}","choices":[${choices.join()}]${rest}}`);
const padding = fc.oneof(
  fc.constant(''),
  fc
    .oneof(fc.stringMatching(/^[0-9A-Za-z]{0,12}$/), fc.constantFrom('\\\\', '\\"}', 'a\\u0022'))
    .map((pad) => `,"obfuscation":"${pad}"`),
);
const plain = fc
  .tuple(written, padding)
  .map(([text, pad]) => `{"id":"1","choices":[{"index":0,"delta":{"content":${text}}}]${pad}}`);

const known = ({
  texts,
  blanks,
  twins,
  unseen,
  finished,
  ...places
}: ReturnType<typeof findTexts>) => {
  const { reasons, messages, choicesAt, choicesEnd } = places;
  return { texts, blanks, twins, unseen, finished, reasons, messages, choicesAt, choicesEnd };
};

it('finds in each chunk of a stream what is found in it alone', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(plain, chunk), { maxLength: 12 }), (stream) => {
      const texts = new ChunkTexts();
      for (const json of stream) expect(known(texts.find(json))).toEqual(known(findTexts(json)));
    }),
    { numRuns: 1000 },
  );
});

it('does not take what a text says for the end of it', () => {
  const texts = new ChunkTexts();
  const of = (text: string): string => `{"choices":[{"delta":{"content":"${text}"},"x":"y"}]}`;
  for (const text of ['a', 'a"},"x":"y"}],"b":["', '\\', '\\\\', 'a","content":"b']) {
    const json = of(text);
    expect(known(texts.find(json))).toEqual(known(findTexts(json)));
  }
});

it('reads a chunk anew only where more than its text and its padding differ', () => {
  const of = (text: string, pad: string): string =>
    `{"id":"1","choices":[{"index":0,"delta":{"content":"${text}"}}],"obfuscation":"${pad}"}`;
  const texts = new ChunkTexts();
  const first = texts.find(of('one', 'x9'));
  // What is moved is a copy of the places that were found; what is found anew is not.
  const isMoved = (json: string): boolean => texts.find(json).reasons === first.reasons;
  expect(isMoved(of('two', 'aB3dE'))).toBe(true);
  expect(isMoved(of('and three', ''))).toBe(true);
  expect(isMoved(of('four', '\\n'))).toBe(false);
  expect(texts.find(of('four', 'to somebody')).unseen).toEqual(new Set(['unknown_field']));
});
