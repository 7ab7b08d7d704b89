import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { clientOf, saying } from '../../testing/clients.ts';
import { startSnapshotServer } from '../../testing/fake-operator.ts';
import {
  key,
  model,
  rateLimit,
  simulated,
  snapshotOf,
  type Fragments,
} from '../../testing/fragments.ts';
import { budget } from '../../testing/budgets.ts';
import { MONEY_WINDOWS, type MoneyWindow } from '@aicp/contracts/spend/money-window';
import { startGatewayProcess } from '../../testing/gateway-process.ts';
import { collect, keptLog } from '../../testing/journal-lines.ts';
import { buildRuntime } from '../../testing/request-facts.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { Holders } from '../../memory/holders.ts';
import type { Demand } from '@aicp/contracts/limits/demands';
import { MemoryCounters } from '@aicp/common/counters/memory-counters';
import { headLine } from '../../usage/journal/codec.ts';
import { IntentEncoder, outcomeText } from '../../usage/journal/encode.ts';
import { readUsage } from '../../usage/journal/read-usage.ts';
import { segmentsSince } from '../../usage/journal/segments-since.ts';
import { segmentAt } from '../../usage/journal/segments.ts';
import { testId } from '../../testing/journal-lines.ts';
import { Limiter } from '../limiter.ts';
import { Recount } from './recount.ts';

const fragments: Fragments = {
  providers: [simulated('sim')],
  models: [model('small', 'sim')],
  keys: [key('alice'), key('bob')],
  rateLimits: [rateLimit('each-key', { rpm: 100, tpm: 1000, rpd: 100, tpd: 1000, concurrent: 9 })],
  budgets: MONEY_WINDOWS.map((window) => budget(`each-${window}`, '1', { window })),
};
const runtime = buildRuntime(fragments);
const MIDNIGHT = Date.UTC(2026, 4, 5);
const NOW = MIDNIGHT + 7_210_500;

/** The two lines of a request of 3 tokens. */
function lines(
  index: number,
  at: number,
  more: { key?: string; organization?: string; end?: 'refused' | 'unknown' } = {},
) {
  const principal = [...runtime.keys.values()].find(
    (entry) => entry.principal.key === (more.key ?? 'alice'),
  )?.principal;
  if (!principal) throw new Error('no such key');
  const { organization = principal.organization } = more;
  const intent = new IntentEncoder().encode({
    id: testId(index),
    requestId: testId(index),
    at,
    principal: { ...principal, organization },
    user: undefined,
    tags: undefined,
    requestedName: 'small',
    model: undefined,
    policy: undefined,
    revision: '1.1',
    likelyTokens: [10, 20],
    priced: false,
  });
  const { end } = more;
  const outcome = outcomeText({ o: testId(index), tok: [1, 0, 0, 2, 0], ...(end ? { end } : {}) });
  return `${intent}\n${outcome}\n`;
}

async function journal(...segments: readonly string[]) {
  const temporary = await temporaryDirectory();
  const directory = join(temporary.path, 'journal');
  await mkdir(directory);
  for (const [index, text] of segments.entries()) {
    const { path } = segmentAt(directory, index + 1);
    await writeFile(path, `${headLine({ carried: 0, again: 0 })}\n${text}`);
  }
  return { directory, [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose]() };
}

async function restored(directory: string) {
  const clock = { now: () => NOW, monotonic: () => systemClock.monotonic() };
  const counters = new MemoryCounters(clock);
  const { log, logged } = keptLog();
  const limiter = new Limiter(counters, new Holders());
  const recount = new Recount({ directory, limiter, counters, log, clock });
  recount.begin(runtime);
  await recount.ready;
  await recount.stop();
  const starts = runtime.rateLimits.days.around(NOW);
  const of = (counter: string, window: Demand['window']): number => {
    const demand = { counter, window, limit: 1e6, amount: 0, isHeld: false };
    return 1e6 - (counters.glance([demand]).standings[0]?.remaining ?? 0);
  };
  const counts = (name: string) => [
    of(`key/${name}:requests`, { kind: 'minute' }),
    of(`key/${name}:tokens`, { kind: 'minute' }),
    of(`key/${name}:requests-day`, { kind: 'day', starts }),
    of(`key/${name}:tokens-day`, { kind: 'day', starts }),
    of(`key/${name}:concurrent`, { kind: 'now' }),
  ];
  return { counts, of, logged };
}

describe('counts that are made anew from the journal', () => {
  it('have nothing of what a key of that name used in another organization', async () => {
    await using kept = await journal(
      lines(1, NOW - 5000, { organization: 'globex' }) + lines(2, NOW - 1),
    );
    const { counts } = await restored(kept.directory);
    expect(counts('alice')).toEqual([1, 3, 1, 3, 0]);
  });

  it('are those of the day and of the minute', async () => {
    await using kept = await journal(
      lines(1, MIDNIGHT - 1) + lines(2, MIDNIGHT) + lines(3, NOW - 70_000),
      lines(4, NOW - 5000) + lines(5, NOW - 1, { key: 'bob' }),
    );
    const { counts, logged } = await restored(kept.directory);
    expect(counts('alice')).toEqual([1, 3, 3, 9, 0]);
    expect(counts('bob')).toEqual([1, 3, 1, 3, 0]);
    expect(logged).toMatchObject([{ event: 'counts_restored', requests: 5 }]);
  });

  it('of money are those of each window, as far back as the journal goes', async () => {
    const month = Date.UTC(2026, 4, 1);
    const paid = (index: number, at: number, cost: number) =>
      lines(index, at).replace('"tok":[1,0,0,2,0]', `"tok":[1,0,0,2,0],"cost":${cost}`);
    await using kept = await journal(
      paid(1, month - 1, 1) + paid(2, month, 20) + paid(3, MIDNIGHT - 1, 300),
      paid(4, MIDNIGHT, 4000) + paid(5, NOW - 1, 50_000),
    );
    const { of } = await restored(kept.directory);
    const spent = (window: MoneyWindow) =>
      of(`key//alice:usd-${window}`, runtime.budgets.periods.windowAt(window, NOW));
    expect([spent('1h'), spent('1d'), spent('month')]).toEqual([50_000, 54_000, 54_320]);
  });

  it('leave out what was refused, and what is of this process, and hold nothing for what died', async () => {
    await using kept = await journal(
      lines(1, NOW - 1, { end: 'refused' }) + lines(2, NOW) + lines(3, NOW - 2, { end: 'unknown' }),
    );
    const { counts } = await restored(kept.directory);
    expect(counts('alice')).toEqual([1, 0, 1, 0, 0]);
  });

  it('have a batch as one request with all that its requests used, however often they were written, and not before it is settled', async () => {
    const own = lines(1, NOW - 5000);
    const part = (index: number, batch: number) =>
      lines(index, NOW - 5000).replace('","at"', `","of":"${testId(batch)}","at"`);
    // A process died after two of three, and the next one wrote all of them. Of another batch, one is there alone.
    const written = [part(11, 1), part(12, 1), part(11, 1), part(12, 1), part(13, 1), own];
    await using kept = await journal(part(21, 2) + written.join(''));
    const { counts } = await restored(kept.directory);
    expect(counts('alice')).toEqual([1, 12, 1, 12, 0]);
  });

  it('are none where the journal cannot be read, and requests are served all the same', async () => {
    await using kept = await journal();
    await appendFile(join(kept.directory, '..', 'file'), '');
    const { counts, logged } = await restored(join(kept.directory, '..', 'file'));
    expect(counts('alice')).toEqual([0, 0, 0, 0, 0]);
    expect(logged).toMatchObject([{ event: 'counts_not_restored' }]);
  });
});

it('only segments of the time in question are read', async () => {
  await using kept = await journal(
    lines(1, MIDNIGHT - 9),
    lines(2, MIDNIGHT - 8),
    lines(3, MIDNIGHT - 7) + lines(4, MIDNIGHT),
    lines(5, MIDNIGHT + 1),
  );
  const segments = await segmentsSince(kept.directory, MIDNIGHT);
  expect(segments.map(({ number }) => number)).toEqual([3, 4]);
  expect(await segmentsSince(kept.directory, 0)).toHaveLength(4);
  const records = await collect(readUsage(kept.directory, { since: MIDNIGHT }));
  expect(records.map(({ id }) => id)).toEqual([3, 4, 5].map(testId));
});

it('the segments since a moment begin with no younger one because a request of long before was sent again in it', async () => {
  const again = lines(1, MIDNIGHT - 60_000).replace('}\n', ',"att":[{"e":"failed","ms":1},{}]}\n');
  await using kept = await journal(
    lines(2, MIDNIGHT - 9) + lines(3, MIDNIGHT),
    again + lines(4, MIDNIGHT + 1),
  );
  const segments = await segmentsSince(kept.directory, MIDNIGHT);
  expect(segments.map(({ number }) => number)).toEqual([1, 2]);
});

it('a gateway that is killed and starts again goes on with the count of the day', async () => {
  const directory = await temporaryDirectory();
  const operator = await startSnapshotServer(
    snapshotOf({ ...fragments, budgets: [], rateLimits: [rateLimit('each-key', { rpd: 3 })] }),
  );
  const token = join(directory.path, 'token');
  await writeFile(token, 'secret');
  const environment = {
    AICP_DATA_DIR: directory.path,
    AICP_OPERATOR_URL: operator.url,
    AICP_TOKEN_FILE: token,
  };
  const ask = (port: number) =>
    clientOf({ url: `http://127.0.0.1:${port}` }).chat.completions.create({
      model: 'small',
      messages: saying('hi'),
    });
  const first = await startGatewayProcess(environment);
  await ask(first.port);
  await ask(first.port);
  await first.end('SIGKILL');
  const second = await startGatewayProcess(environment);
  await ask(second.port);
  await expect(ask(second.port)).rejects.toMatchObject({ status: 429 });
  await second.end('SIGTERM');
  await operator.close();
  await directory[Symbol.asyncDispose]();
});
