import { setImmediate } from 'node:timers/promises';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { FakeBudget } from '../../testing/fake-budget.ts';
import { intentLine, keptLog, outcomeLine, ROOMY, testId } from '../../testing/journal-lines.ts';
import { canMount, SmallDisk } from '../../testing/small-disk.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { Journal } from '../journal/journal.ts';
import type { JournalLimits } from '../journal/options.ts';
import { noDeliveryCounts } from './counts.ts';
import { Outbox } from './outbox.ts';

const BATCH = 20;

/** A gateway's way of records on a small disk, which is driven by hand. Its lives follow one another. */
class Line {
  readonly budget = new FakeBudget();
  readonly counts = noDeliveryCounts();
  readonly logged: Record<string, unknown>[];
  sent = 0;
  private readonly log;
  private readonly disk: SmallDisk;
  private readonly limits: JournalLimits;
  private parts: { readonly journal: Journal; readonly outbox: Outbox } | undefined;

  constructor(disk: SmallDisk, limits: Partial<JournalLimits>) {
    this.disk = disk;
    this.limits = { ...ROOMY, segmentBytes: 32_768, ...limits };
    const { log, logged } = keptLog();
    this.log = log;
    this.logged = logged;
  }

  get journal(): Journal {
    return this.parts!.journal;
  }

  get outbox(): Outbox {
    return this.parts!.outbox;
  }

  async live(): Promise<void> {
    const { log, counts, limits } = this;
    const { journal: directory, delivery } = this.disk;
    const shared = { log, clock: systemClock };
    const rest = async (): Promise<void> => {
      await setImmediate();
    };
    const parts = { journal: directory, directory: delivery, counts, rest, mostRecords: BATCH };
    const outbox = new Outbox({ ...shared, ...parts });
    this.parts = {
      outbox,
      journal: await Journal.open({ ...shared, directory, limits, outlet: outbox }),
    };
  }

  /** It ends without a word: nothing that is sent from then on was noted. */
  async die(): Promise<void> {
    await this.journal.close();
  }

  ask(count: number): void {
    for (let one = 0; one < count; one += 1) {
      const index = (this.sent += 1);
      this.journal.intend(testId(index), intentLine(index), () => {
        this.journal.settle(testId(index), outcomeLine(index));
      });
    }
  }

  /** Whether a batch was sent. */
  async deliver(): Promise<boolean> {
    const batch = await this.outbox.next(BATCH);
    if (!batch) return false;
    await this.outbox.confirm();
    const about = { replica: 'r', sent_at: '', in_flight: 0, oldest_left_at: null };
    this.budget.receive(batch.body(about), 'takes');
    await this.outbox.taken(batch);
    return true;
  }

  async deliverAll(): Promise<void> {
    while (await this.deliver());
  }

  /** Waits until the journal has written what it was told. */
  async written(): Promise<void> {
    await waitFor(() => (this.journal.backlogBytes === 0 ? true : undefined));
  }

  of(event: string): Record<string, unknown>[] {
    return this.logged.filter((entry) => entry['event'] === event);
  }
}

describe.runIf(canMount())('deliveries on a disk of 1 MiB', () => {
  async function withLine(
    limits: Partial<JournalLimits>,
    work: (line: Line, disk: SmallDisk) => Promise<void>,
  ): Promise<void> {
    await using directory = await temporaryDirectory();
    using disk = new SmallDisk(directory.path);
    const line = new Line(disk, limits);
    await line.live();
    try {
      await work(line, disk);
    } finally {
      await line.die();
    }
  }

  it('go on while it is full, and are noted there: a process that dies then costs and doubles nothing', () =>
    withLine({}, async (line, disk) => {
      line.ask(400);
      await line.written();
      await line.deliver();
      disk.fill();
      for (let batch = 0; batch < 10; batch += 1) await line.deliver();
      expect(line.of('usage_cursor_not_saved')).toEqual([]);
      const before = line.budget.batches.length;
      await line.die();
      await line.live();
      await line.deliverAll();
      expect(line.budget.batches.length - before).toBeLessThanOrEqual(10);
      const ids = line.budget.batches.flatMap(({ usage }) => usage).length;
      expect([ids, line.budget.requests]).toEqual([400, 400]);
    }));

  it('go on once there is room again, and what was lost meanwhile is counted and told', () =>
    withLine({ backlogBytes: 20_000 }, async (line, disk) => {
      line.ask(50);
      await line.written();
      await line.deliver();
      disk.fill();
      for (let round = 0; round < 50; round += 1) {
        line.ask(20);
        await line.deliver();
        await setImmediate();
      }
      expect(line.journal.state).toBe('full');
      const { counts } = line.journal;
      expect(counts.dropped).toBeGreaterThan(0);
      disk.free(200);
      await waitFor(() => (line.of('journal_dropped_lines').length > 0 ? true : undefined));
      expect(line.of('journal_dropped_lines')).toMatchObject([
        { level: 'error', lines: counts.dropped },
      ]);
      const lost = line.sent;
      line.ask(50);
      await line.written();
      await line.deliverAll();
      expect(counts.dropped).toBe(line.of('journal_dropped_lines')[0]?.['lines']);
      for (let index = lost + 1; index <= line.sent; index += 1) {
        expect(line.budget.usage.has(testId(index))).toBe(true);
      }
      // A request has two lines, and no record without both.
      const missing = line.sent - line.budget.requests;
      expect(missing).toBeGreaterThanOrEqual(counts.dropped / 2);
      expect(missing).toBeLessThanOrEqual(counts.dropped);
    }));

  it('have every request once, in a record or a sum, where the bound forces records out of a full disk', () =>
    withLine({ totalBytes: 300_000, backlogBytes: 1 << 22 }, async (line, disk) => {
      for (let round = 0; round < 30; round += 1) {
        if (round % 6 === 2) disk.fill();
        line.ask(60);
        await line.deliver();
        if (round % 7 === 3) {
          await line.deliver();
          disk.free(250);
          await line.written();
          await line.die();
          await line.live();
        }
        if (round % 6 === 4) disk.free(120);
        await setImmediate();
      }
      disk.free(256);
      await line.written();
      await waitFor(() => (line.journal.size <= 300_000 ? true : undefined));
      await line.deliverAll();
      expect(line.counts.summed).toBeGreaterThan(0);
      expect([line.journal.counts.lostBytes, line.journal.counts.dropped]).toEqual([0, 0]);
      expect(line.budget.requests).toBe(line.sent);
    }));
});
