import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMessage } from './read-message.ts';

const asked = (content: unknown, more: object = {}) =>
  JSON.stringify({ model: 'm', messages: [{ role: 'user', content }], ...more });
const read = (body: string) => readMessage(Buffer.from(body));
const file = { type: 'file', file_id: 'file_011' };

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
