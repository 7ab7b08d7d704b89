import { createLogger, type Logger } from '@aicp/common/log/logger';
import type { OutcomeLine } from '../usage/journal/codec.ts';
import { IntentEncoder, outcomeText, type Intent } from '../usage/journal/encode.ts';
import type { JournalLimits } from '../usage/journal/options.ts';
import type { RuntimeModel } from '../routing/runtime.ts';
import { buildRuntime, principal } from './request-facts.ts';
import { model, simulated } from './fragments.ts';
import { join } from 'node:path';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { readUsage } from '../usage/journal/read-usage.ts';
import type { TestGateway } from './start-test-gateway.ts';
import { waitFor } from './wait-for.ts';

/** The id of test request number `index`. */
export const testId = (index: number): string =>
  `01a00000-0000-7000-8000-${String(index).padStart(12, '0')}`;

const { catalog } = buildRuntime({
  providers: [simulated('sim')],
  models: [
    model('small', 'sim', { prices: { input: '1000000000', output: '2000000000' } }),
    model('spare', 'sim', { prices: { input: '3000000000', output: '4000000000' } }),
  ],
});
const small = catalog.everything('small')[0] as RuntimeModel;
const spare = catalog.everything('spare')[0] as RuntimeModel;

const intentOf = (index: number): Intent => ({
  id: testId(index),
  requestId: testId(index),
  at: 1_790_000_000_000 + index,
  principal: principal({ key: 'alice', team: 'research', metadata: { project: 'é"x' } }),
  user: undefined,
  tags: undefined,
  requestedName: 'small',
  model: small,
  policy: undefined,
  revision: '1.1',
  likelyTokens: [10, 20],
  priced: true,
});

/** The intent of test request number `index`: 10 tokens in and 20 out are likely. */
export const intentLine = (index: number, more: Partial<Intent> = {}): string =>
  new IntentEncoder().encode({ ...intentOf(index), ...more });

/** The same once more: `small` failed, and `spare` is asked. */
export const intentAgainLine = (index: number): string =>
  new IntentEncoder().encodeAgain(intentOf(index), spare, [
    { e: 'failed', why: 'server_error', ms: 7, model: 'small', via: 'sim' },
    { e: 'dropped', why: 'unknown' },
  ]);

/** A good outcome of it. */
export const outcomeLine = (index: number, more: Partial<OutcomeLine> = {}): string =>
  outcomeText({ o: testId(index), tok: [1, 0, 0, 2, 0], ms: 5, cost: 5000, ...more });

export const ROOMY: JournalLimits = {
  segmentBytes: 1 << 20,
  totalBytes: 1 << 24,
  backlogBytes: 1 << 20,
  onFull: 'serve',
};

/** A log that keeps its entries. */
export function keptLog(): { log: Logger; logged: Record<string, unknown>[] } {
  const logged: Record<string, unknown>[] = [];
  const write = (line: string): void => {
    logged.push(JSON.parse(line) as Record<string, unknown>);
  };
  return {
    log: createLogger({ service: 'test', level: 'debug', destination: { write } }),
    logged,
  };
}

/** The usage records in a gateway's journal, as soon as there are `count`. */
export async function usageOf(gateway: TestGateway, count = 1): Promise<UsageRecord[]> {
  return await waitFor(async () => {
    const records = await collect(readUsage(join(gateway.directory, 'journal')));
    return records.length >= count ? records : undefined;
  });
}

/** Everything that comes out of an iterator. */
export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}
