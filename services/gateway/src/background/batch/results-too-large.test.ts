import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManualClock, until } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect, it } from 'vitest';
import { digestOf } from '../../held/held-ids.ts';
import { model, provider } from '../../testing/fragments.ts';
import { leftLine, settleLeft } from '../../testing/left-responses.ts';
import { buildRuntime } from '../../testing/request-facts.ts';

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const RESULT = { custom_id: 'a', response: { status_code: 200, body: { usage } } };
const EMPTY_LINES = `${' '.repeat(1_048_576)}\n`;
const BATCH = { status: 'expired', output_file_id: 'file-1' };

it('a file of results that is too large is read once, and what was not read of it counts with what was likely', async () => {
  let readings = 0;
  await using server = createServer((_, response) => {
    readings += 1;
    const fill = (): boolean => response.write(EMPTY_LINES) && fill();
    response.on('drain', fill).write(`${JSON.stringify(RESULT)}\n`);
    fill();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const prices = { input: '1000000000', output: '2000000000' };
  const fragments = {
    providers: [provider('up', { type: 'openai', baseUrl: `http://127.0.0.1:${port}/v1` })],
    models: [model('small', 'up', { prices })],
  };
  const [{ provider: up }] = buildRuntime(fragments).catalog.models as [
    ReturnType<typeof buildRuntime>['catalog']['models'][number],
  ];
  const place = { digest: digestOf(up.identity), by: up.targets[0]!.name };
  await using left = settleLeft({
    ...{ clock: new ManualClock(), fragments, lines: [leftLine(1, { ...place, lines: 2 })] },
    ask: () => ({ kind: 'document', body: Buffer.from(JSON.stringify(BATCH)) }),
  });
  left.backgrounds.start();
  await left.clock.advance(1);
  await until('it is settled', () => left.of(1).length > 0, 60_000);
  await left.clock.advance(180_000);
  // Of the batch, ten tokens in and twenty out were likely: five and ten of the request whose result was not read.
  expect(left.of(1)).toMatchObject([{ est: 1, tok: [5, 0, 0, 10, 0] }]);
  expect(readings).toBe(1);
  expect(left.logged.filter(({ event }) => event === 'batch_results_not_all_read')).toMatchObject([
    { level: 'warn', requests: 1 },
  ]);
});
