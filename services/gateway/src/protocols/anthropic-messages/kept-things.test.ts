import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMessage } from './read-message.ts';

const asked = (content: unknown, more: object = {}) =>
  JSON.stringify({ model: 'm', messages: [{ role: 'user', content }], ...more });
const read = (body: string) => readMessage(Buffer.from(body));
const file = { type: 'file', file_id: 'file_011' };
const thread = { type: 'continue', previous_message_id: 'msg_of_another_tenant' };
const advisor = { type: 'advisor_20260301', name: 'advisor', model: 'claude-opus-4-7' };

describe('what a vendor keeps for its customer', () => {
  it.each<[string, string]>([
    ['a document', asked([{ type: 'document', source: file }])],
    ['a picture', asked([{ type: 'image', source: file }])],
    ['a file for a container', asked([{ type: 'container_upload', file_id: 'file_011' }])],
    [
      'a document in the result of a tool',
      asked([
        { type: 'tool_result', tool_use_id: 't', content: [{ type: 'document', source: file }] },
      ]),
    ],
    ['an escape', asked([{ type: 'document', source: file }]).replace('file_id', 'file\\u005fid')],
    [
      'a source in an escape',
      asked([{ type: 'document', source: file }])
        .replace('"source"', '"s\\u006furce"')
        .replace('"file_id"', '"\\u0066ile_id"'),
    ],
    [
      'another one of two members',
      asked([{ type: 'document', source: file }]).replace(
        '"file_id":"file_011"',
        '"file_id":"file_011","file_id":null',
      ),
    ],
    [
      'a source that says it was made',
      asked([{ type: 'document', source: { ...file, type: 'code_execution_output' } }]),
    ],
    ['a container', asked('Hello', { container: 'container_1' })],
    ['a container with skills', asked('Hello', { container: { id: 'container_1', skills: [] } })],
    [
      'a skill of the account',
      asked('Hello', { container: { skills: [{ type: 'custom', skill_id: 'skill_1' }] } }),
    ],
    ['a conversation', asked('Hello', { thread })],
    ['a conversation that begins', asked('Hello', { thread: { type: 'create' } })],
    ['a conversation in an escape', asked('Hello', { thread }).replace('"thread', '"thre\\u0061d')],
    [
      'another one of two conversations',
      asked('Hello', { thread }).replace('"thread":', '"thread":null,"thread":'),
    ],
    [
      'the first one of two conversations',
      asked('Hello', { thread }).replace(/\}$/, ',"thread":null}'),
    ],
  ])('is not reached: %s', (_, body) => {
    expect(read(body)).toMatchObject({ message: expect.stringMatching(/keeps|twice/) as string });
  });

  it.each<[string, string]>([
    ['texts that speak of it', asked('What is "file_id", and what a "container": "x"? \u0000')],
    [
      'arguments of tools',
      asked([{ type: 'tool_use', id: 't', name: 'f', input: { file_id: 'mine' } }]),
    ],
    [
      'what programs of the vendor made',
      asked([{ type: 'bash_code_execution_output', file_id: 'file_1' }]),
    ],
    ['no container', asked('Hello', { container: null })],
    ['no conversation', asked('Hello', { thread: null, fallbacks: null })],
    ['a tool of that name', asked('Hello', { tools: [{ name: 'advisor', input_schema: {} }] })],
    ['a text in quotes', asked('"thread": {}, "fallbacks": [], "advisor_20260301"')],
    [
      'the vendor’s own skills',
      asked('Hello', { container: { skills: [{ type: 'anthropic', skill_id: 'pptx' }] } }),
    ],
  ])('lets others through: %s', (_, body) => {
    expect(read(body)).not.toHaveProperty('message');
  });

  it('is found whichever of its letters are escapes', () => {
    const letters = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(letters, fc.constantFrom('', ' ', '\n\t'), (escaped, space) => {
        const name = escaped.map((isEscaped, at) => {
          const letter = 'file_id'.charAt(at);
          return isEscaped ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter;
        });
        const body = asked([{ type: 'document', source: file }]);
        expect(read(body.replace('"file_id":', `"${name.join('')}"${space}:`))).toHaveProperty(
          'param',
        );
      }),
    );
  });

  it('is found however deep it stands', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), (depth) => {
        let block: object = { type: 'document', source: file };
        for (let at = 0; at < depth; at++)
          block = { type: 'tool_result', tool_use_id: 't', content: [block] };
        expect(read(asked([block]))).toHaveProperty('param');
      }),
    );
  });
});

it('says of conversations at the vendor what SDKs know how to go on from', () => {
  expect(read(asked('Hello', { thread }))).toEqual({
    param: 'thread',
    code: 'thread_unsupported_request',
    message: expect.stringMatching(/send all messages .*continue_unthreaded/i) as string,
  });
});

describe('another model than the one that was asked for', () => {
  it.each<[string, string, string]>([
    ['after a refusal', 'fallbacks', asked('Hello', { fallbacks: [{ model: 'claude-opus-4-7' }] })],
    ['of the vendor’s choice', 'fallbacks', asked('Hello', { fallbacks: 'default' })],
    ['as an adviser', 'tools', asked('Hello', { tools: [advisor] })],
    [
      'as an adviser that comes later',
      'messages',
      asked([{ type: 'tool_addition', tool: { definition: advisor } }]),
    ],
    [
      'as an adviser behind another type',
      'messages',
      asked('Hello', { tools: [advisor] }).replace(
        '"name":"advisor"',
        '"name":"advisor","type":"custom"',
      ),
    ],
    [
      'as an adviser in an escape',
      'tools',
      asked('Hello', { tools: [advisor] }).replace('"advisor_', '"adv\\u0069sor_'),
    ],
    [
      'in an escape',
      'fallbacks',
      asked('Hello', { fallbacks: 'default' }).replace('"fallbacks', '"f\\u0061llbacks'),
    ],
  ])('is not asked by a member of the request: %s', (_, param, body) => {
    expect(read(body)).toMatchObject({ param, message: expect.stringMatching(/./) as string });
  });
});

describe('another price than the one that is known here', () => {
  it.each<[string, string, string]>([
    ['a faster model', 'speed', asked('Hello', { speed: 'fast' })],
    ['a speed of no word', 'speed', asked('Hello', { speed: ['fast'] })],
    [
      'a faster model in an escape',
      'speed',
      asked('Hello', { speed: 'fast' }).replace('"speed', '"sp\\u0065ed'),
    ],
    ['a place that costs more', 'inference_geo', asked('Hello', { inference_geo: 'us' })],
    [
      'the first one of two speeds',
      'messages',
      asked('Hello', { speed: 'fast' }).replace(/\}$/, ',"speed":"standard"}'),
    ],
  ])('is not asked for by a member of the request: %s', (_, param, body) => {
    expect(read(body)).toMatchObject({
      param,
      message: expect.stringMatching(/must be|once/) as string,
    });
  });

  it('is none where the member says what is known', () => {
    const known = { speed: 'standard', inference_geo: 'global', diagnostics: null };
    expect(read(asked('Hello', known))).not.toHaveProperty('message');
    const begun = { speed: null, diagnostics: { previous_message_id: null } };
    expect(read(asked('Hello', begun))).not.toHaveProperty('message');
    const input = { speed: 'fast', inference_geo: 'us' };
    const call = asked([{ type: 'tool_use', id: 't', name: 'f', input }]);
    expect(read(call)).not.toHaveProperty('message');
  });
});

it('compares no request with a message that may be another tenant’s', () => {
  const body = asked('Hello', { diagnostics: { previous_message_id: 'msg_1' } });
  for (const one of [body, body.replace('"diagnostics', '"di\\u0061gnostics')])
    expect(read(one)).toMatchObject({ param: 'diagnostics.previous_message_id' });
});
