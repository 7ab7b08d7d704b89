import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, type Clock } from '@aicp/common/time/clock';
import { makeDelivery } from '../usage/delivery/delivery.ts';
import { Journal } from '../usage/journal/journal.ts';
import { FakeBudget, startBudgetServer } from './fake-budget.ts';
import { intentLine, keptLog, outcomeLine, ROOMY, testId } from './journal-lines.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { waitFor } from './wait-for.ts';

/** The system's, in which a wait of a second takes a tenth. */
export const quickClock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms / 10, signal),
};

/** A journal that is delivered to a budget service of a test. */
export async function delivering(
  options: { readonly clock?: Clock; readonly keeps?: boolean } = {},
) {
  await using starting = new AsyncDisposableStack();
  const { clock = quickClock, keeps = true } = options;
  const directory = starting.use(await temporaryDirectory());
  const budget = new FakeBudget();
  const server = starting.use(await startBudgetServer(budget));
  const tokenFile = join(directory.path, 'token');
  await writeFile(tokenFile, 'first\n');
  const { log, logged } = keptLog();
  let changes = 0;
  const directories = {
    journal: join(directory.path, 'journal'),
    delivery: join(directory.path, 'delivery'),
  };
  const delivery = makeDelivery({
    settings: { url: server.url, tokenFile, caFile: undefined },
    directories,
    session: 'g0-1',
    replica: 'gateway-7',
    inFlight: () => 3,
    keepsDecisions: () => keeps,
    onChange: () => {
      changes += 1;
    },
    log,
    clock,
    random: () => 0.5,
  });
  const { outbox } = delivery;
  const opened = { directory: directories.journal, limits: ROOMY, log, clock, outlet: outbox };
  const journal = await Journal.open(opened);
  starting.defer(() => journal.close());
  starting.defer(() => delivery.deliverer.stop(100));
  const running = starting.move();
  let next = 0;
  const ask = (): void => {
    const index = (next += 1);
    journal.intend(testId(index), intentLine(index), () => {
      journal.settle(testId(index), outcomeLine(index));
    });
  };
  return {
    ...delivery,
    budget,
    server,
    journal,
    logged,
    tokenFile,
    cursor: join(directories.delivery, 'cursor.json'),
    changes: () => changes,
    ask: (count: number) => {
      for (let one = 0; one < count; one += 1) ask();
    },
    has: (count: number) => waitFor(() => (budget.usage.size === count ? true : undefined)),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
