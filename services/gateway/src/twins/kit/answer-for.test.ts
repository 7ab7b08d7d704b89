import { describe, expect, it } from 'vitest';
import { answerFor, failureOf, piecesOf, signatureOf } from './answer-for.ts';

const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const tools = [
  { name: 'get_weather', schema },
  { name: 'get_time', schema },
];
const ask = (text: string, more: object = {}) =>
  answerFor({ text, promptCharacters: text.length, ...more });

describe('what a twin answers', () => {
  it('is what it was told, cut where it may be no longer, or where it has to stop', () => {
    expect(ask('Hello')).toMatchObject({ text: 'You said: Hello', end: 'stop', calls: [] });
    expect(ask('Hello', { maxTokens: 2 })).toMatchObject({ text: 'You said', end: 'length' });
    expect(ask('Hello', { stop: ['said'] })).toMatchObject({
      text: 'You ',
      end: 'stop_sequence',
      stopSequence: 'said',
    });
  });

  it('is a call of the tool that is named, of two where they are asked for, and an answer once they have answered', () => {
    expect(ask('Call get_time', { tools }).calls).toMatchObject([{ name: 'get_time' }]);
    expect(ask('Call get_time in parallel', { tools }).calls).toHaveLength(2);
    const alone = ask('Call get_time in parallel', { tools, mayCallInParallel: false });
    expect(alone).toMatchObject({ calls: [{ name: 'get_time' }], end: 'calls', text: '' });
    expect(ask('Hello', { tools }).calls).toEqual([]);
    expect(ask('Hello', { tools, toolChoice: 'required' }).calls).toHaveLength(1);
    const after = ask('Call get_time', { tools, results: ['noon'] });
    expect(after).toMatchObject({ calls: [], text: 'The tools said: noon.' });
  });

  it('fits the schema, says what it thought, and declines', () => {
    expect(ask('Hello', { schema }).text).toMatch(/^\{"city":".*"\}$/);
    const { reasoning } = ask('Hello', { wantsReasoning: true });
    expect(reasoning?.signature).toBe(signatureOf(reasoning?.text ?? ''));
    expect(ask('Please refuse')).toMatchObject({ isRefusal: true, end: 'refusal' });
    expect(ask('Please be filtered').end).toBe('filter');
    expect(failureOf({ text: 'fail with 429' })).toBe(429);
    expect(failureOf({ text: 'fail' })).toBeUndefined();
  });

  it('counts no token twice, and comes in pieces that lose nothing', () => {
    const { usage, text } = ask('x'.repeat(400), { cacheCharacters: 200, wantsReasoning: true });
    expect(usage).toMatchObject({ input: 50, cachedInput: 25, cacheWrite: 25, reasoning: 11 });
    expect(piecesOf('One two three ')).toEqual(['One two ', 'three ']);
    expect(piecesOf(text).join('')).toBe(text);
  });
});
