import { expect, it } from 'vitest';
import { alikeIn } from './alike.ts';

const OUT = new Set(['user']);
const request = (content: unknown, more: object = {}) => ({
  messages: [
    { role: 'system', content: 'Be short.' },
    { role: 'user', content },
  ],
  ...more,
});

it('tells the last text of a user from the rest, however it is written', () => {
  const plain = alikeIn(request('How?', { user: 'ada' }), OUT);
  const parts = alikeIn(request([{ type: 'text', text: 'How?' }], { user: 'grace' }), OUT);
  expect(plain).toEqual(parts);
  expect(plain?.text).toBe('How?');
  expect(plain?.frame).not.toContain('How?');
  expect(alikeIn(request('Why?'), OUT)?.frame).toBe(plain?.frame);
});

it.each([
  ['another system prompt', { messages: [{ role: 'user', content: 'How?' }] }],
  ['another bound', request('How?', { max_tokens: 5 })],
  [
    'a name of who asks',
    { messages: [request('').messages[0], { role: 'user', name: 'ada', content: 'How?' }] },
  ],
  ['tools', request('How?', { tools: [{ type: 'function', function: { name: 'f' } }] })],
])('counts %s to the rest', (_, other) => {
  expect(alikeIn(other, OUT)?.frame).not.toBe(alikeIn(request('How?'), OUT)?.frame);
});

it.each([
  ['no message', { messages: [] }],
  ['an answer at the end', { messages: [{ role: 'assistant', content: 'So.' }] }],
  [
    'several parts',
    request([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]),
  ],
  ['nothing that is known', 'How?'],
])('finds none in %s', (_, value) => {
  expect(alikeIn(value, OUT)).toBeUndefined();
});
