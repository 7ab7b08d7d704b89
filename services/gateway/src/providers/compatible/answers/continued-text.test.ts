import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ContinuedText } from './continued-text.ts';

const choice = (content: string, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason }],
});

/** What is left of a stream of these texts, the last of which ends it. */
function left(begun: string, texts: readonly string[]): string {
  const continued = new ContinuedText(begun);
  const chunks = [...texts.map((text) => choice(text)), choice('', 'stop')];
  return chunks
    .map((chunk) => continued.without(Buffer.from(JSON.stringify(chunk))))
    .map((json) => (JSON.parse(json.toString()) as ReturnType<typeof choice>).choices[0])
    .map((one) => one?.delta.content ?? '')
    .join('');
}

it('takes the beginning out of a stream that repeats it, however it is cut', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 });
  fc.assert(
    fc.property(piece, piece, fc.array(fc.nat(8), { maxLength: 4 }), (begun, rest, cuts) => {
      const whole = begun + rest;
      const places = [0, ...cuts.toSorted((one, other) => one - other), whole.length];
      const texts = places.slice(1).map((end, at) => whole.slice(places[at], end));
      expect(left(begun, texts)).toBe(rest);
    }),
  );
});

it.each([
  ['{"a', ['{', '"b": 1}'], '{"b": 1}'],
  ['Once upon', ['Once'], 'Once'],
  ['Once', [], ''],
])('leaves a stream whole that begins otherwise than with %s: %j', (begun, texts, whole) => {
  expect(left(begun, texts)).toBe(whole);
});

it('takes it out of each choice of a document, and writes nothing anew without need', () => {
  const answer = {
    id: 'a',
    choices: [
      { index: 0, message: { role: 'assistant', content: 'So it is' }, finish_reason: 'stop' },
      { index: 1, message: { role: 'assistant', content: 'No' }, finish_reason: 'stop' },
    ],
  };
  const json = Buffer.from(JSON.stringify(answer));
  const told = JSON.parse(new ContinuedText('So ').without(json).toString()) as typeof answer;
  expect(told.choices.map(({ message }) => message.content)).toEqual(['it is', 'No']);
  expect(new ContinuedText('Yes').without(json)).toBe(json);
  const other = Buffer.from('[DONE]');
  expect(new ContinuedText('So').without(other)).toBe(other);
});
