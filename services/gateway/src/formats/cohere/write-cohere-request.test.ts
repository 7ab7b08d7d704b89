import { describe, expect, it } from 'vitest';
import type { Conversation } from '../conversation/conversation.ts';
import { writeCohereRequest } from './write-cohere-request.ts';

const base: Conversation = {
  ...{ model: 'm', stream: false, system: [], turns: [], tools: [], settings: {}, unread: [] },
};
const write = (more: Partial<Conversation>) => {
  const { body, dropped } = writeCohereRequest({ ...base, ...more });
  return { body: JSON.parse(body.toString()) as Record<string, unknown>, dropped };
};

describe('a request of Cohere', () => {
  it('keeps to its ranges, and says what is another', () => {
    const stop = ['a', 'b', 'c', 'd', 'e', 'f'];
    const settings = { frequency_penalty: -1, presence_penalty: 2, top_p: 0, top_k: 900, stop };
    const { body, dropped } = write({ settings });
    expect(body).toMatchObject({
      ...{ frequency_penalty: 0, presence_penalty: 1, p: 0.01, k: 500 },
      stop_sequences: ['a', 'b', 'c', 'd', 'e'],
    });
    expect(dropped).toEqual(['frequency_penalty', 'presence_penalty', 'top_p', 'top_k', 'stop']);
    const usual = write({ settings: { frequency_penalty: 0.5, top_p: 1 } });
    expect(usual.body).toMatchObject({ frequency_penalty: 0.5, p: 0.99 });
    expect(usual.dropped).toEqual([]);
  });

  it('has a turn of the user where there are instructions alone', () => {
    const { body } = write({ system: [{ kind: 'text', text: 'Greet.' }] });
    expect(body.messages).toMatchObject([{ role: 'system' }, { role: 'user' }]);
  });
});
