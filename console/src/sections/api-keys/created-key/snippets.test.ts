import { expect, it } from 'vitest';
import { exportOf, snippetsOf } from './snippets.ts';

const textOf = (id: string, model = 'gpt-4o', gateway = 'https://gw.example.com/'): string =>
  snippetsOf({ gateway, model }).find((one) => one.id === id)?.text ?? '';

it('has one for each common client, all for the same address', () => {
  const all = snippetsOf({ gateway: 'https://gw.example.com/', model: 'gpt-4o' });
  expect(all.map(({ id }) => id)).toEqual(['curl', 'python', 'node', 'langchain', 'vercel']);
  for (const { text } of all) {
    expect(text).toContain('https://gw.example.com/v1');
    expect(text).toContain('gpt-4o');
    expect(text).toContain('AICP_API_KEY');
  }
});

it('quotes names as the shell and the languages read them', () => {
  expect(textOf('curl', "it's")).toContain(String.raw`it'\''s`);
  expect(textOf('python', 'a"b\\c')).toContain(String.raw`model="a\"b\\c"`);
});

it('exports a key under the name that the snippets read', () => {
  expect(exportOf("sk-a'b")).toBe(String.raw`export AICP_API_KEY='sk-a'\''b'`);
});
