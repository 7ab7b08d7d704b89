import { expect, it } from 'vitest';
import { askedOf } from '../render/render-values.ts';
import { bodyOf, promptSnippets, type PromptCall } from './prompt-snippets.ts';

const GATEWAY = 'https://gw.example.com/';
const call: PromptCall = {
  ...{ id: 'summary', version: undefined, model: undefined },
  variables: askedOf('{{text}} {{sentences}} {{short}}', [
    { name: 'text' },
    { name: 'sentences', type: 'number', default: '2' },
    { name: 'short', type: 'boolean' },
  ]),
};
const textOf = (id: string, of: PromptCall): string =>
  promptSnippets(GATEWAY, of).find((one) => one.id === id)?.text ?? '';

it('names the prompt, with a value of its type for each variable', () => {
  expect(bodyOf(call)).toEqual({
    prompt: { id: 'summary', variables: { text: '<text>', sentences: 2, short: true } },
  });
});

it('names a version and a model where they are given, and no variables where there are none', () => {
  const body = bodyOf({ id: 'summary', version: 3, variables: [], model: 'gpt-4o' });
  expect(body).toEqual({ model: 'gpt-4o', prompt: { id: 'summary', version: 3 } });
});

it('has the same for each client, with the key of the environment', () => {
  const all = promptSnippets(GATEWAY, call);
  expect(all.map(({ id }) => id)).toEqual(['curl', 'python', 'node']);
  for (const { text } of all) {
    expect(text).toContain('https://gw.example.com/v1');
    expect(text).toContain('"summary"');
    expect(text).toContain('AICP_API_KEY');
  }
});

it('is written as each language reads it', () => {
  const odd: PromptCall = {
    ...call,
    variables: askedOf('', [{ name: 'a', default: `it's "so"` }]),
  };
  expect(textOf('curl', odd)).toContain(String.raw`it'\''s \"so\"`);
  expect(textOf('python', odd)).toContain(String.raw`"a": "it's \"so\"",`);
  expect(textOf('python', call)).toContain('"short": True,');
  const [, body = ''] = /body: (\{[\s\S]*\}),\n\}\);/.exec(textOf('node', call)) ?? [];
  expect(JSON.parse(body)).toEqual(bodyOf(call));
});
