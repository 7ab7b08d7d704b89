import { expect, it } from 'vitest';
import type { Conversation, ReasoningWish } from './conversation/conversation.ts';
import { readChatRequest } from './chat/read-chat-request.ts';
import { writeChatRequest } from './chat/write-chat-request.ts';
import { writeConverseRequest } from './converse/write-converse-request.ts';
import { writeGeminiRequest } from './gemini/requests/write-gemini-request.ts';
import type { WrittenRequest } from './format.ts';
import { writeMessageRequest } from './messages/request/write-message-request.ts';

type Write = (conversation: Conversation) => WrittenRequest;

/** What is named as lost of a wish. */
function lostOf(write: Write, model: string, reasoning: ReasoningWish): readonly string[] {
  const body = Buffer.from('{"max_tokens":9000,"messages":[{"role":"user","content":"Hello"}]}');
  return write({ ...readChatRequest(body, { model, stream: false }), reasoning }).dropped;
}

const CLAUDE = 'anthropic.claude-opus-4-6-v1';

it.each<[write: Write, model: string, told: ReasoningWish[], nearest: ReasoningWish[]]>([
  [writeChatRequest, 'gpt-5', [{ effort: 'xhigh' }, { effort: 'minimal' }], [{ effort: 'max' }]],
  [
    writeMessageRequest,
    'claude-opus-4-6',
    [{ effort: 'low' }, { effort: 'max' }],
    [{ effort: 'xhigh' }, { effort: 'minimal' }],
  ],
  [
    writeMessageRequest,
    'claude-sonnet-4-5',
    [{ effort: 'minimal' }, { budgetTokens: 2000 }],
    [{ budgetTokens: 5 }, { budgetTokens: 20_000 }],
  ],
  [
    writeConverseRequest,
    CLAUDE,
    [{ effort: 'low' }, { effort: 'max' }],
    [{ effort: 'xhigh' }, { effort: 'minimal' }],
  ],
  [
    writeConverseRequest,
    'openai.gpt-oss-120b-1:0',
    [{ effort: 'high' }, { budgetTokens: 5 }],
    [{ effort: 'max' }, { effort: 'minimal' }],
  ],
  [
    writeConverseRequest,
    'anthropic.claude-sonnet-4-5-20250929-v1:0',
    [{ effort: 'high' }, { budgetTokens: 2000 }],
    [{ budgetTokens: 5 }, { budgetTokens: 20_000 }],
  ],
  [
    writeGeminiRequest,
    'gemini-3-pro',
    [{ effort: 'high' }, { effort: 'minimal' }, { budgetTokens: 5 }],
    [{ effort: 'xhigh' }, { effort: 'none' }],
  ],
  [
    writeGeminiRequest,
    'gemini-2.5-pro',
    [{ effort: 'high' }, { budgetTokens: 2000 }],
    [{ effort: 'none' }, { effort: 'max' }, { budgetTokens: 5 }, { budgetTokens: 0 }],
  ],
  [writeGeminiRequest, 'gemini-2.5-flash', [{ effort: 'none' }], [{ budgetTokens: 30_000 }]],
])('%o to %s names a wish that becomes the nearest one', (write, model, told, nearest) => {
  for (const wish of told) expect(lostOf(write, model, wish), JSON.stringify(wish)).toEqual([]);
  for (const wish of nearest)
    expect(lostOf(write, model, wish), JSON.stringify(wish)).toEqual(['reasoning_effort']);
});
