import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBadRequest } from '../protocol.ts';
import { readChatRequest, type ChatFacts } from './chat-request.ts';
import { withPromptText } from './with-prompt-text.ts';

function read(body: Buffer): ChatFacts {
  const facts = readChatRequest(body);
  if (isBadRequest(facts)) throw new Error(facts.message);
  return facts;
}

const changed = (written: string, text: string): string => {
  const body = Buffer.from(written);
  return withPromptText(body, read(body), text).body.toString();
};

describe('the text of a prompt in a request', () => {
  it.each([
    ['{"prompt":{"id":"a"}}', '{"messages":[{"role":"user","content":"T"}]}'],
    [
      '{ "model" : "m" , "prompt" : {"id":"a"} , "n":1}',
      '{ "model" : "m" , "messages":[{"role":"user","content":"T"}] , "n":1}',
    ],
    ['{"messages":[ ],"prompt":{"id":"a"}}', '{"messages":[{"role":"system","content":"T"} ]}'],
    [
      '{"prompt":{"id":"a"} , "messages":[{"role":"user","content":"x"}]}',
      '{ "messages":[{"role":"system","content":"T"},{"role":"user","content":"x"}]}',
    ],
    [
      '{"messages":[1],"prompt":{"id":"a"},"n":2}',
      '{"messages":[{"role":"system","content":"T"},1],"n":2}',
    ],
  ])('stands in place of its name: %s', (before, after) => {
    expect(changed(before, 'T')).toBe(after);
  });

  it('is a message, and everything else is as it was, as if it had been read so', () => {
    const others = fc.dictionary(
      fc.constantFrom('model', 'user', 'temperature', 'x', 'é"\\', 'max_tokens', 'metadata'),
      fc.oneof(fc.string(), fc.integer({ min: 1 }), fc.constant(null)),
    );
    const valid = others.map((all) => ({
      ...all,
      model: 'm',
      metadata: { a: 'b' },
      user: 'somebody',
    }));
    const text = fc.string({ unit: 'binary' });
    const files = fc.array(
      fc.record({ type: fc.constant('file'), file: fc.record({ file_id: fc.option(text) }) }),
    );
    const messages = fc.option(
      fc.array(fc.record({ role: fc.constant('user'), content: fc.oneof(text, files) })),
      { nil: undefined },
    );
    const indent = fc.constantFrom(0, 2);
    fc.assert(
      fc.property(
        fc.record({ valid, messages, indent, at: fc.nat(8), text: fc.string({ unit: 'binary' }) }),
        ({ valid: members, messages: given, indent: spaces, at, text }) => {
          const named: [string, unknown][] = Object.entries(members);
          if (given) named.splice(at, 0, ['messages', given]);
          named.splice(8 - at, 0, ['prompt', { id: 'a', variables: { b: '{{c}}' } }]);
          const body = Buffer.from(JSON.stringify(Object.fromEntries(named), null, spaces));
          const { body: after, facts } = withPromptText(body, read(body), text);
          const message = { role: given ? 'system' : 'user', content: text };
          expect(JSON.parse(after.toString())).toEqual({
            ...members,
            messages: [message, ...(given ?? [])],
          });
          expect(facts).toEqual(read(after));
        },
      ),
    );
  });
});

describe('a request that names a prompt', () => {
  const named = (prompt: unknown) => readChatRequest(Buffer.from(JSON.stringify({ prompt })));

  it('may name a version, as a number or as OpenAI’s API writes it, and variables', () => {
    const variables = { a: 'x', b: 2, c: true };
    const whole = { id: 'sum', version: 3, variables };
    expect(named(whole)).toMatchObject({ prompt: whole });
    expect(named({ ...whole, version: '3' })).toMatchObject({ prompt: whole });
    expect(named({ id: 'sum', version: null, variables: null })).toMatchObject({
      prompt: { id: 'sum', variables: {} },
    });
  });

  it.each([
    [{}, 'prompt.id'],
    [{ id: '' }, 'prompt.id'],
    [{ id: 'a', version: 0 }, 'prompt.version'],
    [{ id: 'a', version: 1.5 }, 'prompt.version'],
    [{ id: 'a', version: 'last' }, 'prompt.version'],
    [{ id: 'a', variables: { b: [1] } }, 'prompt.variables'],
    [{ id: 'a', variables: { ['x'.repeat(65)]: 1 } }, 'prompt.variables'],
    [
      {
        id: 'a',
        variables: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`v${n}`, n])),
      },
      'prompt.variables',
    ],
    [{ id: 'a', variable: {} }, 'prompt'],
    ['a', 'prompt'],
    [{ id: 'a', variables: { b: 'x'.repeat(1_048_576) } }, 'prompt'],
    [null, 'messages'],
  ])('is refused where it is wrong: %j', (prompt, param) => {
    expect(named(prompt)).toMatchObject({ param });
  });
});
