import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { UpstreamReceiver } from '../../upstream/provider-client.ts';
import { RewrittenAnswer } from './rewritten-answer.ts';
import { withThoughtsApart } from './thinking-parts.ts';

/** What goes on of an answer that comes in these pieces. */
function heard(pieces: readonly Buffer[], isStream: boolean, status = 200): string {
  let text = '';
  let ended = 0;
  const receiver: UpstreamReceiver = {
    onStart: () => undefined,
    onData: (chunk) => {
      text += chunk.toString();
    },
    onEnd: () => {
      ended += 1;
    },
    onError: (error) => {
      throw error;
    },
  };
  const parts = new RewrittenAnswer(receiver, { isStream, rewrite: withThoughtsApart });
  parts.onStart(status, {});
  for (const piece of pieces) parts.onData(piece);
  parts.onEnd();
  expect(ended).toBe(1);
  return text;
}

const content = [
  {
    type: 'thinking',
    thinking: [
      { type: 'text', text: 'Hm' },
      { type: 'text', text: '.' },
    ],
  },
  { type: 'text', text: 'Yes' },
];
const document = (message: object): string =>
  JSON.stringify({ id: 'a', choices: [{ index: 0, message, finish_reason: 'stop' }] });
const chunk = (delta: object): string =>
  `data: ${JSON.stringify({ id: 'a', choices: [{ index: 0, delta }] })}\n\n`;

it('says what was thought beside the text, and nothing anew where there is no list', () => {
  const told = heard([Buffer.from(document({ role: 'assistant', content }))], false);
  const message = { role: 'assistant', content: 'Yes', reasoning_content: 'Hm.' };
  expect(JSON.parse(told)).toEqual(JSON.parse(document(message)));
  for (const plain of [document({ content: 'a "content":[' }), '{"choices": [ ]}', 'no JSON']) {
    expect(heard([Buffer.from(plain)], false)).toBe(plain);
  }
  const fault = '{"message":"no","content":[]}';
  expect(heard([Buffer.from(fault)], false, 422)).toBe(fault);
});

it('does the same with a stream, however it is cut', () => {
  const stream = Buffer.from(
    `${chunk({ role: 'assistant', content: '' })}: ping\n\n${chunk({ content: content.slice(0, 1) })}${chunk({ content: 'Yes' })}data: [DONE]\n\n`,
  );
  const expected = heard([stream], true);
  expect(expected).toContain('"reasoning_content":"Hm."');
  expect(expected).toContain(chunk({ content: 'Yes' }));
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 6 }), (cuts) => {
      const places = [0, ...cuts.toSorted((one, other) => one - other), stream.length];
      const pieces = places.slice(1).map((end, at) => stream.subarray(places[at], end));
      expect(heard(pieces, true)).toBe(expected);
    }),
  );
});
