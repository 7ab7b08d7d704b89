import { describe, expect, it } from 'vitest';
import {
  contentsOf,
  count,
  GOOGLE,
  MESSAGES,
  saying,
  startCounting,
  TEXT,
} from '../testing/counting-gateway.ts';
import { key, rateLimit, rule } from '../testing/fragments.ts';
import { guardrail } from '../testing/guardrails.ts';
import { usageOf } from '../testing/journal-lines.ts';

describe('nothing is counted that a chat is refused for', () => {
  const image = { type: 'image', source: { type: 'file', file_id: 'file_1' } };
  const fileData = { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/f' };
  it.each([
    ['a file by its id', MESSAGES, { model: 'anthropic', messages: saying([image]) }],
    ['a container', MESSAGES, { model: 'anthropic', messages: saying(TEXT), container: 'c_1' }],
    ['a file at Google', GOOGLE('gemini'), { contents: [{ role: 'user', parts: [{ fileData }] }] }],
    [
      'what is kept at Google',
      GOOGLE('gemini'),
      { generateContentRequest: { contents: contentsOf(TEXT), cachedContent: 'cachedContents/c' } },
    ],
    [
      'it in other words',
      GOOGLE('gemini'),
      {
        generateContentRequest: { contents: contentsOf(TEXT), cached_content: 'cachedContents/c' },
      },
    ],
    [
      'a tool of Google that searches there',
      GOOGLE('vertex'),
      { contents: contentsOf(TEXT), tools: [{ fileSearch: {} }] },
    ],
  ])('%s', async (_what, path, body) => {
    await using all = await startCounting();
    expect((await count(all, path, body)).status).toBe(400);
    expect([...all.asked('anthropic'), ...all.asked('gemini'), ...all.asked('vertex')]).toEqual([]);
  });

  it('by a routing policy, an allowed model, or a limit of the key', async () => {
    const policies = [rule('none', 'deny', ['anthropic'], { condition: 'key == alice' })];
    const keys = [key('alice', { allowedModels: ['anthropic', 'vertex-claude'] })];
    const rateLimits = [rateLimit('each-key', { rpm: 1 })];
    await using all = await startCounting({ policies, keys, rateLimits });
    const body = { model: 'anthropic', messages: saying(TEXT) };
    const denied = await count(all, MESSAGES, body);
    expect(denied).toMatchObject({ status: 403, told: { type: 'error' } });
    expect((await count(all, MESSAGES, { ...body, model: 'gemini' })).status).toBe(403);
    expect((await count(all, MESSAGES, { ...body, model: 'none' })).status).toBe(404);
    const good = { ...body, model: 'vertex-claude' };
    expect((await count(all, MESSAGES, good)).status).toBe(200);
    expect((await count(all, MESSAGES, good)).status).toBe(429);
    expect([all.asked('anthropic').length, all.asked('vertex').length]).toEqual([0, 1]);
  });

  it('by a guardrail; what one replaces is counted as it would be sent', async () => {
    const stops = guardrail('stops', {
      detectors: [
        {
          ...{ id: 'secrets', type: 'pii', action: 'block' },
          patterns: [{ pattern: 'CREDIT_CARD', action: 'block' }],
        },
      ],
    });
    await using all = await startCounting({ guardrails: [guardrail('mails'), stops] });
    const body = { model: 'anthropic', messages: saying('My card is 4111 1111 1111 1111.') };
    const stopped = await count(all, MESSAGES, body);
    expect(stopped.status).toBe(403);
    expect(JSON.stringify(stopped.told)).toContain('guardrail_blocked');
    expect(all.asked('anthropic')).toEqual([]);
    const messages = saying('Write to jane.doe@example.com.');
    expect((await count(all, MESSAGES, { ...body, messages })).source).toBe('vendor');
    expect(JSON.stringify(all.asked('anthropic'))).not.toContain('jane.doe');
    const records = await usageOf(all.gateway, 2);
    expect(records.map(({ completion }) => completion).toSorted()).toEqual(['complete', 'refused']);
  });

  it('by a dry run, which tells what would be decided and asks nobody', async () => {
    await using all = await startCounting();
    const body = { model: 'anthropic', messages: saying(TEXT) };
    const dry = await count(all, MESSAGES, body, { 'x-aicp-dry-run': 'true' });
    expect(dry).toMatchObject({ status: 200, told: { asked_model: 'anthropic', result: 'serve' } });
    expect(all.asked('anthropic')).toEqual([]);
  });
});
