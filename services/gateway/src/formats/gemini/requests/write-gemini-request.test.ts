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

it.each([
  ['gemini-2.0-flash', 128_000, 8192],
  ['models/gemini-2.5-flash', 128_000, 65_535],
  ['gemini-3.6-flash', 65_536, 65_535],
  ['gemini-4-pro', 128_000, 128_000],
  ['gemini-2.5-flash', 65_535, 65_535],
])('asks %s, of which %i tokens are wanted, for %i, and says so', (model, asked, sent) => {
  const { body, dropped } = writeGeminiRequest({ ...base, model, settings: { max_tokens: asked } });
  expect(JSON.parse(body.toString())).toMatchObject({
    generationConfig: { maxOutputTokens: sent },
  });
  expect(dropped).toEqual(asked === sent ? [] : ['max_tokens']);
});

it('has a turn of the user where there are instructions alone', () => {
  const sent = write({ system: [{ kind: 'text', text: 'Greet.' }] });
  const text = expect.any(String) as string;
  expect(sent['contents']).toMatchObject([{ role: 'user', parts: [{ text }] }]);
});

const SAMPLING = { temperature: 0.5, top_p: 0.9, top_k: 7 };

it.each(['gemini-3.5-flash-lite', 'gemini-3.6-flash', 'gemini-3.10-pro', 'gemini-4-pro'])(
  'leaves out how %s is to draw its words, which passes over that, and says so',
  (model) => {
    const settings = { ...SAMPLING, max_tokens: 9, seed: 3 };
    const { body, dropped } = writeGeminiRequest({ ...base, model, settings });
    expect(JSON.parse(body.toString())).toMatchObject({
      generationConfig: { maxOutputTokens: 9, seed: 3 },
    });
    expect(body.toString()).not.toMatch(/temperature|top[PK]/);
    expect(dropped).toEqual(['temperature', 'top_p', 'top_k']);
    expect(writeGeminiRequest({ ...base, model, settings: { seed: 3 } }).dropped).toEqual([]);
  },
);

it.each(['gemini-2.5-flash', 'gemini-3.1-pro-preview', 'gemini-3.5-flash', 'gemini-3-pro'])(
  'tells %s how to draw its words',
  (model) => {
    const { body, dropped } = writeGeminiRequest({ ...base, model, settings: SAMPLING });
    const generationConfig = { temperature: 0.5, topP: 0.9, topK: 7 };
    expect(JSON.parse(body.toString())).toMatchObject({ generationConfig });
    expect(dropped).toEqual([]);
  },
);
