import { describe, expect, it } from 'vitest';
import { readMessageRequest } from '../../formats/messages/request/read-message-request.ts';
import { writeChatRequest } from '../../formats/chat/write-chat-request.ts';
import { tellable } from './tellable.ts';

const cache_control = { type: 'ephemeral' };
const text = { type: 'text', text: 'Hi', cache_control };
/** As Claude Code asks. */
const asked = {
  ...{ max_tokens: 5, top_k: 3, system: [text] },
  tools: [{ name: 'f', input_schema: { type: 'object' }, cache_control }],
  messages: [
    { role: 'user', content: [text] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 's' },
        { type: 'tool_use', id: 't', name: 'f', input: {}, cache_control },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't', content: [text], cache_control }],
    },
  ],
};
const conversation = readMessageRequest(Buffer.from(JSON.stringify(asked)), {
  model: 'm',
  stream: false,
});
const written = (...takes: Parameters<typeof tellable>[1]) => {
  const { body, dropped } = writeChatRequest(tellable(conversation, takes));
  return { text: body.toString(), dropped };
};

describe('a conversation for a server of chat completions', () => {
  it('has nothing beyond OpenAI’s API where the server takes nothing beyond it', () => {
    const { text: plain, dropped } = written();
    expect(plain).not.toMatch(/cache_control|top_k|reasoning_content/);
    expect(dropped).toEqual(['top_k']);
  });

  it.each(['reasoning', 'top_k', 'cache_control'] as const)(
    'has %s where the server takes it',
    (extra) => {
      const { text: told, dropped } = written(extra);
      expect(told).toContain(extra === 'reasoning' ? 'reasoning_content' : extra);
      expect(dropped).toEqual(extra === 'top_k' ? [] : ['top_k']);
    },
  );
});
