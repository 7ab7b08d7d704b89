import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
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

/** What becomes of a batch of two requests whose provider answers so when it is asked for the file of its results. */
async function settling(answer: RequestListener) {
  const parts = new AsyncDisposableStack();
  const server = parts.adopt(createServer(answer).listen(0, '127.0.0.1'), (one) => {
    one.closeAllConnections();
    one.close();
  });
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
  const left = parts.use(
    settleLeft({
      ...{ clock: new ManualClock(), fragments, lines: [leftLine(1, { ...place, lines: 2 })] },
      ask: () => ({ kind: 'document', body: Buffer.from(JSON.stringify(BATCH)) }),
    }),
  );
  left.backgrounds.start();
  const events = (name: string) => left.logged.filter(({ event }) => event === name);
  return { left, events, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

it('a file of results that is too large is read once, and what was not read of it counts with what was likely', async () => {
  let readings = 0;
  await using batch = await settling((_, response) => {
    readings += 1;
    const fill = (): boolean => response.write(EMPTY_LINES) && fill();
    response.on('drain', fill).write(`${JSON.stringify(RESULT)}\n`);
    fill();
  });
  const { left, events } = batch;
  await left.clock.advance(1);
  await until('it is settled', () => left.of(1).length > 0, 60_000);
  await left.clock.advance(180_000);
  // Of the batch, ten tokens in and twenty out were likely: five and ten of the request whose result was not read.
  expect(left.of(1)).toMatchObject([{ est: 1, tok: [5, 0, 0, 10, 0] }]);
  expect(readings).toBe(1);
  expect(events('batch_results_not_all_read')).toMatchObject([{ level: 'warn', requests: 1 }]);
});

it('a file of results that is never read to its end is given up after an hour of reading, and its batch counts with what was likely', async () => {
  let begun = 0;
  await using batch = await settling((_, response) => {
    // More than what is kept on the way: the first bytes of it have come when the last are taken.
    response.write(EMPTY_LINES.repeat(16), () => (begun += 1));
  });
  const { left, events } = batch;
  for (let readings = 1; readings <= 4; readings += 1) {
    expect(left.of(1)).toEqual([]);
    // It is asked for once a minute at most.
    await left.clock.advance(60_000);
    await until('it is read again', () => begun === readings, 60_000);
    await left.clock.advance(900_000);
    await until('it broke', () => events('batch_results_not_read').length === readings);
  }
  await left.clock.advance(180_000);
  expect(left.of(1)).toMatchObject([{ end: 'unknown', est: 1, tok: [10, 0, 0, 20, 0] }]);
  expect(events('batch_results_given_up')).toHaveLength(1);
  expect(begun).toBe(4);
  expect(left.backgrounds.pending).toBe(0);
}, 60_000);

it('a provider that does not give the file of results is asked again, however often', async () => {
  let asked = 0;
  await using batch = await settling((_, response) => {
    asked += 1;
    response.writeHead(503).end();
  });
  const { left, events } = batch;
  for (let times = 1; times <= 70; times += 1) {
    await left.clock.advance(60_000);
    await until('it is asked', () => events('batch_results_not_read').length >= times);
  }
  expect(asked).toBeGreaterThanOrEqual(70);
  expect(left.of(1)).toEqual([]);
}, 60_000);
