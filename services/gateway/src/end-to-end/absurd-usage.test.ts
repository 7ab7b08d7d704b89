import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { key, model, provider } from '../testing/fragments.ts';
import { askRaw } from '../testing/gateway-answer.ts';
import { answerJson, completion, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startTestGateway } from '../testing/start-test-gateway.ts';
import { usageOf } from '../testing/usage-of.ts';

const PRICES = { input: '10000000000', output: '20000000000' };

it.each([
  '{"prompt_tokens":1e12,"completion_tokens":1e12}',
  '{"prompt_tokens":1e999,"completion_tokens":7,"total_tokens":12}',
])('usage that cannot be (%s) is billed by an estimate, said, and not learnt', async (usage) => {
  await using upstream = await startScriptedProvider((response) => {
    const body = JSON.stringify(completion('hello', null)).replace(/null}$/, `${usage}}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await using gateway = await startTestGateway({
    fragments: {
      providers: [provider('only', { baseUrl: upstream.url })],
      models: [model('main', 'only', { prices: PRICES })],
      keys: [key('alice')],
    },
  });
  for (let turn = 0; turn < 2; turn += 1) await askRaw(gateway.url, 'main');
  const records = await usageOf(gateway, 2);
  for (const record of records) {
    expect(record).toMatchObject({ source: 'estimate', completion: 'complete' });
    expect(record.cost_nano_usd).toBeLessThan(1_000_000);
  }
  expect(gateway.logged.filter((entry) => entry.event === 'usage_not_believed')).toHaveLength(1);
  const journal = join(gateway.directory, 'journal');
  const [segment = ''] = await readdir(journal);
  const intents = (await readFile(join(journal, segment), 'utf8')).match(/"est":\[[0-9]+,256\]/g);
  expect(intents).toHaveLength(2);
});

it('a model’s own limits bound what is believed and what an intent claims', async () => {
  await using upstream = await startScriptedProvider((response) => {
    answerJson(response, completion('hello', { prompt_tokens: 9000, completion_tokens: 1 }));
  });
  await using gateway = await startTestGateway({
    fragments: {
      providers: [provider('only', { baseUrl: upstream.url })],
      models: [
        model('main', 'only', { limits: { contextWindow: 8192, maxOutputTokens: 100 } }),
        model('wide', 'only'),
      ],
      keys: [key('alice')],
    },
  });
  await askRaw(gateway.url, 'main');
  await askRaw(gateway.url, 'wide');
  expect(await usageOf(gateway, 2)).toMatchObject([{ source: 'estimate' }, { input: 9000 }]);
  const journal = join(gateway.directory, 'journal');
  const [segment = ''] = await readdir(journal);
  expect(await readFile(join(journal, segment), 'utf8')).toMatch(/"est":\[[0-9]+,100\]/);
});
