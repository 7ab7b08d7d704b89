import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toFile } from 'openai';
import { expect, it } from 'vitest';
import { clientOf } from '../../testing/clients.ts';
import { model } from '../../testing/fragments.ts';
import { startStoring } from '../../testing/storing-gateway.ts';
import { parseIntent, parseOutcome } from '../../usage/journal/codec.ts';
import { unknownOutcome } from '../../usage/journal/replay.ts';

const ENDPOINT = '/v1/chat/completions';
const lineOf = (index: number): string =>
  JSON.stringify({
    ...{ custom_id: `line-${index}`, method: 'POST', url: ENDPOINT },
    body: { model: 'small', messages: [{ role: 'user', content: 'Hello' }] },
  });

/** What a batch of so many requests comes to where its gateway dies while its provider is asked to begin it, as the journal has it by then. */
async function comesTo(count: number, prices = {}) {
  await using served = await startStoring({
    more: { models: [model('small', 'up', { prices }), model('other', 'sim')] },
  });
  const client = clientOf(served.gateway);
  const content = Array.from({ length: count }, (_, index) => lineOf(index)).join('\n');
  const file = await toFile(Buffer.from(content), 'requests.jsonl');
  const headers = { 'x-aicp-model': 'small' };
  const { id } = await client.files.create({ file, purpose: 'batch' }, { headers });
  const asked = { input_file_id: id, endpoint: ENDPOINT, completion_window: '24h' } as const;
  await client.batches.create(asked);
  const directory = join(served.gateway.directory, 'journal');
  const names = (await readdir(directory)).filter((name) => name.endsWith('.ndjson')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
  const intents = texts.flatMap((text) => text.split('\n').filter((one) => one.startsWith('{"i"')));
  const batch = intents.find((one) => parseIntent(one)?.later)?.slice(0, '{"i":"'.length + 36);
  const noted = intents.find((one) => batch !== undefined && one.startsWith(batch));
  return parseOutcome(unknownOutcome(noted ?? '') ?? '');
}

it('a batch whose gateway dies while it is begun counts with an answer to each of its requests', async () => {
  // 256 tokens are likely of an answer, of which nothing is known.
  expect(await comesTo(1_000)).toMatchObject({
    end: 'unknown',
    tok: [expect.any(Number), 0, 0, 256_000, 0],
  });
}, 120_000);
