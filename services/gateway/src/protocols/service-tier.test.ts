import { expect, it } from 'vitest';
import { readMessageRequest } from '../formats/messages/request/read-message-request.ts';
import { isBadRequest } from './protocol.ts';
import { readChatRequest } from './openai-chat/chat-request.ts';
import { readGemini } from './gemini/gemini-scan.ts';
import { readResponsesRequest } from './openai-responses/responses-request.ts';
import { problemOfTier } from './service-tier.ts';

it.each([
  ...['auto', 'default', 'flex', 'scale', 'on_demand', 'standard', 'SERVICE_TIER_FLEX'],
  ...[undefined, null, 7],
])('a tier of service that costs no more than is known may be asked for: %s', (tier) => {
  expect(problemOfTier(tier)).toBeUndefined();
});

it.each(['priority', 'PRIORITY', 'SERVICE_TIER_PRIORITY', 'ultrafast', '', 'constructor'])(
  'one that costs more may not: %s',
  (tier) => {
    expect(problemOfTier(tier)).toContain('vendors charge more');
  },
);

const REQUESTS: Readonly<Record<string, (tier: unknown) => object>> = {
  chat: (tier) => readChatRequest(bytesOf({ messages: [HELLO], service_tier: tier })),
  response: (tier) => readResponsesRequest(bytesOf({ input: 'Hello', service_tier: tier })),
  'request to Gemini': (tier) => readGemini(bytesOf({ contents: [], service_tier: tier })),
};
const HELLO = { role: 'user', content: 'Hello' };
const bytesOf = (members: object): Buffer =>
  Buffer.from(JSON.stringify('contents' in members ? members : { model: 'm', ...members }));

it.each(Object.keys(REQUESTS))('a %s asks for none that costs more', (name) => {
  const read = (tier: unknown) => REQUESTS[name]!(tier);
  expect(isBadRequest(read('flex'))).toBe(false);
  expect(isBadRequest(read(null))).toBe(false);
  expect(JSON.stringify(read('priority'))).toContain('charge more');
});

it('a message to another vendor asks for none that its own API does not have', () => {
  const tierOf = (tier: string) =>
    readMessageRequest(bytesOf({ max_tokens: 7, messages: [HELLO], service_tier: tier }), {
      ...{ model: 'm', stream: false },
    }).settings.service_tier;
  expect(['auto', 'standard_only', 'priority'].map(tierOf)).toEqual(['auto', 'default', undefined]);
});
