import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBadRequest } from '../protocol.ts';
import { rewritten } from './rewrite-body.ts';
import { readResponsesRequest, type ResponsesFacts } from './responses-request.ts';
import { withPromptText } from './with-prompt-text.ts';

function read(text: string): ResponsesFacts {
  const facts = readResponsesRequest(Buffer.from(text));
  if (isBadRequest(facts)) throw new Error(facts.message);
  return facts;
}
const readJson = (body: object): ResponsesFacts => read(JSON.stringify(body));

const problemOf = (body: object): unknown =>
  readResponsesRequest(Buffer.from(JSON.stringify(body)));

describe('a request for a response', () => {
  it('says what routing needs', () => {
    expect(
      readJson({
        ...{ model: 'm', input: 'Hello', stream: true, max_output_tokens: 64, user: 'ann' },
        ...{ metadata: { a: 'b' }, tools: [{ type: 'web_search' }], instructions: 'Be brief.' },
      }),
    ).toMatchObject({
      ...{ model: 'm', stream: true, maxTokens: 64, user: 'ann', metadata: { a: 'b' } },
      ...{ hasTools: true, prompt: undefined },
      // Two texts of 16 more characters each, and the tool.
      promptCharacters: 5 + 16 + 9 + 16 + '{"type":"web_search"}'.length,
    });
    expect(
      readJson({ input: [{ role: 'user', content: 'Hello' }], safety_identifier: 'x' }),
    ).toMatchObject({
      ...{ model: undefined, stream: false, user: 'x', hasTools: false, promptCharacters: 21 },
    });
  });

  it('is for safety_identifier where user names nobody, and for a cut name where that is long', () => {
    const long = 'a'.repeat(300);
    for (const user of ['', null, 7])
      expect(readJson({ input: 'a', user, safety_identifier: 'x' })).toMatchObject({ user: 'x' });
    const both = readJson({ input: 'a', user: long, safety_identifier: 'x' });
    expect(both).toMatchObject({ user: long.slice(0, 256) });
  });

  it('is refused where a member is none of its kind', () => {
    for (const [body, param] of [
      [{}, 'input'],
      [{ input: null }, 'input'],
      [{ input: 5 }, 'input'],
      [{ input: 'a', model: 5 }, 'model'],
      [{ input: 'a', stream: 'yes' }, 'stream'],
      [{ input: 'a', tools: {} }, 'tools'],
      [{ input: 'a', metadata: [] }, 'metadata'],
      [{ input: 'a', instructions: [] }, 'instructions'],
      [{ prompt: { id: '' } }, 'prompt.id'],
    ] as const)
      expect(problemOf(body)).toMatchObject({ param });
    expect(readResponsesRequest(Buffer.from('{"input":"a"'))).toMatchObject({ param: null });
  });

  it('goes on with another model, and is not stored; all other bytes are the client’s', () => {
    const sent = (text: string, model?: string) =>
      rewritten(Buffer.from(text), read(text).spans, { model }).toString();
    expect(sent('{ "input": "a",  "model":"m" }', 'n')).toBe(
      '{"store":false, "input": "a",  "model":"n" }',
    );
    expect(sent('{"store":null,"input":"a"}')).toBe('{"store":false,"input":"a"}');
    const same = '{"model":"m","input":"a","store":false,"odd":1e5}';
    expect(sent(same)).toBe(same);
  });

  it('has its prompt as input, or before its instructions', () => {
    const prompt = { id: 'p' };
    const filled = (body: object): unknown => {
      const bytes = Buffer.from(JSON.stringify(body));
      return JSON.parse(withPromptText(bytes, read(bytes.toString()).spans, 'Text').toString());
    };
    expect(filled({ prompt })).toEqual({ input: 'Text' });
    expect(filled({ a: 1, input: null, prompt })).toEqual({ a: 1, input: 'Text' });
    expect(filled({ prompt, input: 'Hi' })).toEqual({ instructions: 'Text', input: 'Hi' });
    expect(filled({ input: [], prompt, instructions: 'Own' })).toEqual({
      ...{ input: [], instructions: 'Text\n\nOwn' },
    });
    expect(filled({ instructions: null, prompt, input: 'Hi' })).toEqual({
      ...{ instructions: 'Text', input: 'Hi' },
    });
  });

  it('is read or refused, whatever its bytes are, and never throws', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), fc.nat(), (input, tools, at) => {
        const bytes = Buffer.from(`{"input":${input},"tools":[${tools}],"model":"m"}`);
        readResponsesRequest(bytes);
        readResponsesRequest(bytes.subarray(0, at % bytes.length));
      }),
    );
  });
});
