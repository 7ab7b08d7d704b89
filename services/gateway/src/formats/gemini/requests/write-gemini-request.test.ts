import { expect, it } from 'vitest';
import type { Conversation } from '../../conversation/conversation.ts';
import { writeGeminiRequest } from './write-gemini-request.ts';

const base: Conversation = {
  ...{ model: 'm', stream: false, system: [], turns: [], tools: [], settings: {}, unread: [] },
};
const write = (more: Partial<Conversation>) =>
  JSON.parse(writeGeminiRequest({ ...base, ...more }).body.toString()) as Record<string, unknown>;

it.each([
  ['gemini-2.5-pro', 0, 128],
  ['gemini-2.5-pro', 50_000, 32_768],
  ['gemini-2.5-flash', 50_000, 24_576],
  ['gemini-2.5-flash-lite', 100, 512],
  ['gemini-2.5-flash-lite', 0, 0],
  ['gemini-2.5-flash', -1, -1],
])('asks %s, that may think %i tokens, for %i', (model, budgetTokens, thinkingBudget) => {
  const sent = write({ model, reasoning: { budgetTokens } });
  expect(sent['generationConfig']).toMatchObject({ thinkingConfig: { thinkingBudget } });
});

it('has a turn of the user where there are instructions alone', () => {
  const sent = write({ system: [{ kind: 'text', text: 'Greet.' }] });
  const text = expect.any(String) as string;
  expect(sent['contents']).toMatchObject([{ role: 'user', parts: [{ text }] }]);
});
