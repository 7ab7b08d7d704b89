import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import { expect, it } from 'vitest';
import { Alarms } from '../../pipeline/exchange/alarms.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startOtlpCollector } from '../testing/otlp-collector.ts';
import { ExportCounts } from './export-counts.ts';
import { OtlpSender, type Sent } from './otlp-sender.ts';
import { SpanQueue } from './span-queue.ts';

function countsOf() {
  const { log, entries } = recordingLog();
  const counts = new ExportCounts(new Alarms({ log, clock: systemClock }));
  const of = (name: string): number | undefined =>
    counts
      .families()
      .find((family) => family.name === name)
      ?.samples()[0]?.value;
  return {
    counts,
    entries,
    exported: () => of('aicp_telemetry_exported_total'),
    dropped: () => of('aicp_telemetry_dropped_total'),
  };
}

/** Ends so many spans into a queue whose collector answers when it is told to. */
function startQueue() {
  const told = countsOf();
  const batches: { readonly bytes: number; readonly answer: (sent: Sent) => void }[] = [];
  const send = ({ length: bytes }: Uint8Array): Promise<Sent> =>
    new Promise((answer) => batches.push({ bytes, answer }));
  const clock = { ...systemClock, sleep: () => Promise.resolve() };
  const queue = new SpanQueue({ sender: { send }, counts: told.counts, clock });
  const tracer = new TracerProvider({ spanProcessors: [queue] }).getTracer('test');
  const end = (count: number): void => {
    for (let each = 0; each < count; each += 1) tracer.startSpan('s', {}, ROOT_CONTEXT).end();
  };
  return { ...told, queue, batches, end };
}

const TAKEN: Sent = { answer: Buffer.alloc(0) };

it('keeps a bounded number of spans while the collector takes none, and counts the others', async () => {
  const { queue, batches, end, exported, dropped, entries } = startQueue();
  end(1);
  await waitFor(() => batches.length === 1);
  end(5000);
  expect(dropped()).toBe(5000 - 4096);
  expect(batches).toHaveLength(1);
  batches[0]?.answer({ problem: 'away', isWorthRetrying: false });
  expect(entries.filter(({ event }) => event === 'telemetry_dropped')).toHaveLength(1);
  const stopped = queue.shutdown();
  for (let batch = 1; batch <= 8; batch += 1) {
    await waitFor(() => batches.length > batch);
    batches[batch]?.answer(TAKEN);
  }
  await stopped;
  expect(batches).toHaveLength(9);
  expect(exported()).toBe(4096);
  expect(dropped()).toBe(5000 - 4096 + 1);
});

it('counts what a collector says that it rejected', async () => {
  const { queue, batches, end, exported, dropped } = startQueue();
  end(3);
  const stopped = queue.shutdown();
  await waitFor(() => batches.length === 1);
  // ExportTraceServiceResponse { partial_success { rejected_spans: 2 } }
  batches[0]?.answer({ answer: Buffer.from([0x0a, 0x02, 0x08, 0x02]) });
  await stopped;
  expect([exported(), dropped()]).toEqual([1, 2]);
});

const senderTo = (url: string, timeoutMs = 60_000) => {
  const waits: number[] = [];
  const sender = new OtlpSender({
    collector: { url: new URL(url), headers: {}, timeoutMs, caFile: undefined },
    ca: undefined,
    clock: {
      ...systemClock,
      sleep: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    },
    random: () => 0,
  });
  return { sender, waits };
};

it('asks a collector again that is busy, and one that refuses no more', async () => {
  await using collector = await startOtlpCollector();
  const { sender, waits } = senderTo(`${collector.url}/v1/traces`);
  collector.status = 503;
  const sent = sender.send(Buffer.alloc(0));
  await waitFor(() => collector.heads.length >= 3);
  collector.status = 200;
  expect(await sent).toHaveProperty('answer');
  expect(waits.slice(0, 2)).toEqual([500, 1000]);
  collector.status = 400;
  const before = collector.heads.length;
  expect(await sender.send(Buffer.alloc(0))).toMatchObject({
    problem: 'the collector answered 400',
  });
  expect(collector.heads).toHaveLength(before + 1);
  sender.close();
});

it('gives up on a collector that is away after its time, and at once when it is closed', async () => {
  const brief = senderTo('http://127.0.0.1:9', 100);
  expect(await brief.sender.send(Buffer.alloc(0))).toHaveProperty('problem');
  expect(brief.waits).toEqual([]);
  await using collector = await startOtlpCollector();
  const { sender } = senderTo(`${collector.url}/v1/traces`);
  sender.close();
  expect(await sender.send(Buffer.alloc(0))).toHaveProperty('problem');
  expect(collector.heads).toEqual([]);
});
