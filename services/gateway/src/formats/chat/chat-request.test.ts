import { describe, expect, it } from 'vitest';
import type { Conversation, ResultPart, Turn } from '../conversation/conversation.ts';
import { readChatRequest } from './read-chat-request.ts';
import { writeChatRequest } from './write-chat-request.ts';

const base: Conversation = {
  ...{ model: 'm', stream: false, system: [], turns: [], tools: [], settings: {}, unread: [] },
};
const write = (more: Partial<Conversation>) => {
  const { body, dropped } = writeChatRequest({ ...base, ...more });
  return { body: JSON.parse(body.toString()) as Record<string, unknown>, dropped };
};
const call = (id: string): Turn['parts'][number] => ({
  ...{ kind: 'call', id, name: 'look', arguments: '{}' },
});
const picture = { kind: 'image', source: { url: 'https://x/y.png' } } as const;

describe('a chat completion request that is written', () => {
  it('has all results of tools directly behind their calls, and their pictures behind them as the user’s', () => {
    const result = (callId: string, parts: ResultPart['parts']): ResultPart => ({
      ...{ kind: 'result', callId, parts },
    });
    const { body } = write({
      turns: [
        { role: 'assistant', parts: [call('a'), call('b')] },
        {
          role: 'user',
          parts: [
            result('a', [{ kind: 'text', text: 'seen' }, picture]),
            result('b', [picture]),
            { kind: 'text', text: 'Well?' },
          ],
        },
      ],
    });
    const image = { type: 'image_url', image_url: { url: 'https://x/y.png' } };
    expect(body.messages).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'a' }, { id: 'b' }] },
      { role: 'tool', tool_call_id: 'a', content: 'seen' },
      { role: 'tool', tool_call_id: 'b', content: '' },
      { role: 'user', content: [image, image, { type: 'text', text: 'Well?' }] },
    ]);
  });

  it('asks for one answer without probabilities, and says what of that it lost', () => {
    const settings = { n: 2, logprobs: true, top_logprobs: 3, seed: 1, user: 'u', max_tokens: 9 };
    const { body, dropped } = write({ settings });
    expect(body).toEqual({
      ...{ model: 'm', messages: [], seed: 1, user: 'u', max_completion_tokens: 9 },
    });
    expect(dropped).toEqual(['n', 'logprobs', 'top_logprobs']);
    expect(write({ settings: { n: 1, logprobs: false } }).dropped).toEqual([]);
  });

  it('says how tools are called only where there are some', () => {
    const settings = { parallel_tool_calls: false };
    const { body, dropped } = write({ settings, toolChoice: 'auto' });
    expect(body).toEqual({ model: 'm', messages: [] });
    expect(dropped).toEqual([]);
    const some = write({ settings, toolChoice: 'required', tools: [{ name: 'f' }] });
    expect(some.body).toMatchObject({ tool_choice: 'required', parallel_tool_calls: false });
  });
});

it('names what of messages no other API has', () => {
  const messages = [
    { role: 'system', content: 'Be brief.', name: null },
    { role: 'user', content: 'Hi', name: 'ada' },
    { role: 'assistant', content: 'Yes.', name: 'bot', audio: { id: 'a' } },
    { role: 'tool', tool_call_id: 'c', content: 'ok', name: 'f' },
  ];
  const body = Buffer.from(JSON.stringify({ model: 'm', messages }));
  const { unread } = readChatRequest(body, { model: 'm', stream: false });
  expect(unread).toEqual(['messages[].name', 'messages[].audio']);
});
