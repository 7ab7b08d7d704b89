import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { describe, expect, it } from 'vitest';
import { askRaw } from '../testing/clients.ts';
import { key, model, provider } from '../testing/fragments.ts';
import { usageOf } from '../testing/journal-lines.ts';
import {
  answerJson,
  beginStream,
  completion,
  delta,
  ENDING,
  startScriptedProvider,
  type Script,
} from '../testing/scripted-provider.ts';
import { startTestGateway, type TestGateway } from '../testing/start-test-gateway.ts';

const PRICES = { input: '10000000000', output: '20000000000' };

/** A gateway with a provider, and models of these names at it. */
async function start(script: Script, models: Readonly<Record<string, Partial<ModelFragment>>>) {
  const upstream = await startScriptedProvider(script);
  const gateway = await startTestGateway({
    fragments: {
      providers: [provider('only', { baseUrl: upstream.url })],
      models: Object.entries(models).map(([name, more]) =>
        model(name, 'only', { prices: PRICES, ...more }),
      ),
      keys: [key('alice')],
    },
  });
  return {
    gateway,
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

const counts =
  (usage: object, content = 'hello there'): Script =>
  (response) => {
    answerJson(response, completion(content, usage));
  };

const told = ({ logged }: TestGateway, event: string) =>
  logged.filter((entry) => entry['event'] === event);

async function firstSegmentOf({ directory }: TestGateway): Promise<string> {
  const journal = join(directory, 'journal');
  const [segment = ''] = await readdir(journal);
  return await readFile(join(journal, segment), 'utf8');
}

describe('usage that cannot be', () => {
  it.each([
    '{"prompt_tokens":1e12,"completion_tokens":1e12}',
    '{"prompt_tokens":1e999,"completion_tokens":7,"total_tokens":12}',
  ])('(%s) is billed by an estimate, said, and not learnt', async (usage) => {
    const body = JSON.stringify(completion('hello', null)).replace(/null}$/, `${usage}}`);
    const says: Script = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    };
    await using both = await start(says, { main: {} });
    for (let turn = 0; turn < 2; turn += 1) await askRaw(both.gateway.url, 'main');
    const records = await usageOf(both.gateway, 2);
    for (const record of records) {
      expect(record).toMatchObject({ source: 'estimate', completion: 'complete' });
      expect(record.cost_nano_usd).toBeLessThan(1_000_000);
    }
    expect(told(both.gateway, 'usage_not_believed')).toHaveLength(1);
    const intents = (await firstSegmentOf(both.gateway)).match(/"est":\[[0-9]+,256\]/g);
    expect(intents).toHaveLength(2);
  });

  it('by its model’s own limits is not believed, and no intent claims it', async () => {
    const main = { limits: { contextWindow: 8192, maxOutputTokens: 100 } };
    const usage = { prompt_tokens: 9000, completion_tokens: 1 };
    await using both = await start(counts(usage), { main, wide: {} });
    await askRaw(both.gateway.url, 'main');
    await askRaw(both.gateway.url, 'wide');
    const records = await usageOf(both.gateway, 2);
    expect(records).toMatchObject([{ source: 'estimate' }, { input: 9000 }]);
    expect(await firstSegmentOf(both.gateway)).toMatch(/"est":\[[0-9]+,100\]/);
  });
});

describe('usage of a model that says nothing of its limits', () => {
  it.each([
    ['a prompt that was never sent', { prompt_tokens: 3_000_000, completion_tokens: 1 }],
    ['an answer that was not asked for', { prompt_tokens: 5, completion_tokens: 600_000 }],
  ])('is not believed of %s', async (_, usage) => {
    await using both = await start(counts(usage), { main: {} });
    await askRaw(both.gateway.url, 'main', { max_tokens: 10 });
    const [record] = await usageOf(both.gateway);
    expect(record).toMatchObject({ source: 'estimate' });
    expect(record?.cost_nano_usd).toBeLessThan(1_000_000);
    expect(told(both.gateway, 'usage_not_believed')).toMatchObject([
      { limits: { output: 500_010 } },
    ]);
  });

  it('is believed of a long video by its address, and of many thoughts', async () => {
    const usage = { prompt_tokens: 1_048_576, completion_tokens: 300_000 };
    await using both = await start(counts(usage), { main: {} });
    await askRaw(both.gateway.url, 'main', { max_tokens: 10 });
    const [record] = await usageOf(both.gateway);
    expect(record).toMatchObject({ source: 'provider', input: 1_048_576, output: 300_000 });
  });
});

describe('an estimate', () => {
  const limits = { contextWindow: 8_000, maxOutputTokens: 1_000 };
  const flood = 'word '.repeat(40_000);

  const streams: Script = (response) => {
    beginStream(response).end([delta(flood), ENDING[0], ENDING[2]].join(''));
  };

  it.each([
    ['a stream without a count', streams, { stream: true, max_tokens: 100, n: 2 }, 200],
    ['a stream whose client named no length', streams, { stream: true }, 1_000],
    ['a whole answer without a count', counts({}, flood), { max_tokens: 100 }, 100],
    [
      'a count that is not believed',
      counts({ prompt_tokens: 5, completion_tokens: 1e15 }, flood),
      { max_tokens: 100 },
      100,
    ],
  ])('of %s is never longer than was asked for', async (_, script, more, output) => {
    await using both = await start(script, { main: { limits } });
    await askRaw(both.gateway.url, 'main', more);
    const records = await usageOf(both.gateway);
    expect(records).toMatchObject([{ source: 'estimate', output }]);
  });

  it('of a prompt has no more than the model takes', async () => {
    await using both = await start(streams, { main: { limits } });
    const messages = [{ role: 'user', content: flood }];
    await askRaw(both.gateway.url, 'main', { stream: true, messages });
    const records = await usageOf(both.gateway);
    expect(records).toMatchObject([{ source: 'estimate', input: 8_000 }]);
  });
});

describe('usage of nothing', () => {
  const NOTHING = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

  const streams: Script = (response) => {
    const last = `data: ${JSON.stringify({ choices: [], usage: NOTHING })}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end([delta('hello there'), ENDING[0], last, ENDING[2]].join(''));
  };

  it.each([
    ['a whole answer', counts(NOTHING), false],
    ['a stream', streams, true],
  ])('is not believed of %s with text', async (_, script, stream) => {
    await using both = await start(script, { main: {} });
    await askRaw(both.gateway.url, 'main', { stream });
    const [record] = await usageOf(both.gateway);
    expect(record).toMatchObject({ source: 'estimate', completion: 'complete' });
    expect(record?.input).toBeGreaterThan(0);
    expect(record?.output).toBeGreaterThan(2);
    expect(told(both.gateway, 'usage_not_believed')).toMatchObject([
      { model: 'main', provider: 'only' },
    ]);
  });

  it('is believed of an answer of nothing', async () => {
    await using both = await start(counts(NOTHING, ''), { main: {} });
    await askRaw(both.gateway.url, 'main');
    const records = await usageOf(both.gateway);
    expect(records).toMatchObject([{ source: 'provider', input: 0, output: 0 }]);
  });
});

describe('usage of a prompt alone', () => {
  const calls = [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }];
  const says =
    (usage: object, message: object): Script =>
    (response) => {
      const choices = [{ index: 0, message: { role: 'assistant', ...message } }];
      answerJson(response, { ...completion('', usage), choices });
    };
  const streams: Script = (response) => {
    const last = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 10 } })}\n\n`;
    beginStream(response).end([delta('hello there'), ENDING[0], last, ENDING[2]].join(''));
  };

  it.each([
    ['a whole answer', counts({ prompt_tokens: 10 }), false, 3],
    ['text', counts({ prompt_tokens: 10, completion_tokens: 0, total_tokens: 10 }), false, 3],
    ['tool calls', says({ prompt_tokens: 10 }, { content: null, tool_calls: calls }), false, 2],
    ['a refusal', says({ prompt_tokens: 10 }, { content: null, refusal: 'I will not' }), false, 3],
    ['a stream', streams, true, 3],
  ])('is no count of %s', async (_, script, stream, output) => {
    await using both = await start(script, { main: {} });
    await askRaw(both.gateway.url, 'main', { stream });
    const records = await usageOf(both.gateway);
    expect(records).toMatchObject([{ source: 'estimate', input: 10, output }]);
    expect(told(both.gateway, 'usage_not_believed')).toHaveLength(1);
  });

  it('is believed where the total tells the rest', async () => {
    await using both = await start(counts({ prompt_tokens: 10, total_tokens: 25 }), { main: {} });
    await askRaw(both.gateway.url, 'main');
    const records = await usageOf(both.gateway);
    expect(records).toMatchObject([{ source: 'provider', input: 10, reasoning: 15 }]);
  });
});

describe('an answer without usage', () => {
  const spoken = { id: 'audio_1', data: 'QUFB'.repeat(1_000), transcript: 'hello there' };
  const streamed = (more: object): Script => {
    const choices = [{ index: 0, delta: { role: 'assistant', ...more }, finish_reason: null }];
    return (response) => {
      const event = `data: ${JSON.stringify({ choices })}\n\n`;
      beginStream(response).end([event, ENDING[0], ENDING[2]].join(''));
    };
  };
  const whole = (more: object): Script => {
    const choices = [{ index: 0, message: { role: 'assistant', content: null, ...more } }];
    return (response) => {
      answerJson(response, { ...completion(''), choices, usage: null });
    };
  };
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${spoken.data}` } };
  const long = { ...spoken, data: 'QUFB'.repeat(30_000) };

  it.each([
    ['text, whole', whole({ content: 'hello there' }), false],
    ['text, streamed', streamed({ content: 'hello there' }), true],
    ['a sound, whole', whole({ audio: spoken }), false],
    ['a long sound, whole', whole({ audio: long }), false],
    ['a sound, streamed', streamed({ audio: spoken }), true],
    ['text with a picture, whole', whole({ content: 'hello there', images: [image] }), false],
    ['text with a picture, streamed', streamed({ content: 'hello there', images: [image] }), true],
  ])('is estimated by its text alone: %s', async (_, script, stream) => {
    await using both = await start(script, { main: {} });
    await askRaw(both.gateway.url, 'main', { stream });
    const records = await usageOf(both.gateway);
    expect(records).toMatchObject([{ source: 'estimate', completion: 'complete', output: 3 }]);
  });
});

describe('usage whose parts do not fit', () => {
  it('is made to fit, and told once for its provider', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const odd = { ...usage, prompt_tokens_details: { cached_tokens: 11 } };
    await using both = await start(counts(odd), { main: {}, other: {} });
    for (const name of ['main', 'other', 'main']) await askRaw(both.gateway.url, name);
    const made = { source: 'provider', input: 0, cached_input: 10, output: 5 };
    expect(await usageOf(both.gateway, 3)).toMatchObject([made, made, made]);
    expect(told(both.gateway, 'usage_adjusted')).toMatchObject([
      {
        ...{ level: 'warn', model: 'main', provider: 'only' },
        detail: 'more tokens are cached than the prompt has',
      },
    ]);
  });
});
