import { cpSync, mkdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Facts } from '../usage/journal/facts.ts';
import { Journal } from '../usage/journal/journal.ts';
import type { JournalLimits } from '../usage/journal/options.ts';
import { readFacts } from '../usage/journal/read-usage.ts';
import { noDeliveryCounts } from '../usage/delivery/counts.ts';
import { systemCursorDisk, type CursorDisk } from '../usage/delivery/cursor-disk.ts';
import { Outbox } from '../usage/delivery/outbox.ts';
import { FakeBudget, type Behaviour } from './fake-budget.ts';
import { FakeDisk } from './fake-disk.ts';
import { waitFor } from './wait-for.ts';
import { collect, intentLine, keptLog, outcomeLine, ROOMY, testId } from './journal-lines.ts';

const JOURNAL = '/journal';
/** So many records a batch holds. */
const BATCH = 5;
const NOW = 1_790_000_500_000;

/** A replica that is killed and started again, before a budget service that fails. Time passes only as a test says. */
export class Replica {
  disk = new FakeDisk();
  readonly budget = new FakeBudget();
  readonly counts = noDeliveryCounts();
  readonly logged: Record<string, unknown>[];
  time = 0;
  /** Whether the disk refuses to note up to where all is delivered, and half of what it is told may be written. */
  isCursorStuck = false;
  limits: JournalLimits = { ...ROOMY };
  journal: Journal | undefined;
  outbox: Outbox | undefined;
  /** Requests that were let through, and whether they ended. */
  readonly requests = new Map<number, boolean>();
  private readonly log;
  private readonly parent: string;
  private lives = 0;
  private next = 0;

  /** Keeps its files in a directory. */
  constructor(parent: string) {
    this.parent = parent;
    mkdirSync(this.directory);
    const { log, logged } = keptLog();
    this.log = log;
    this.logged = logged;
  }

  /** Where it keeps what it knows of its delivery: what it goes on doing once it is killed, nobody sees. */
  get directory(): string {
    return join(this.parent, String(this.lives));
  }

  readonly clock = {
    now: () => NOW + this.time,
    monotonic: () => this.time,
    sleep: () => Promise.resolve(),
  };

  private readonly cursorDisk: CursorDisk = {
    read: (path) => systemCursorDisk.read(path),
    replace: async (path, text) => {
      this.refuseIfStuck();
      await systemCursorDisk.replace(path, text);
    },
    writeOver: async (path, text, offset) => {
      if (this.isCursorStuck) await systemCursorDisk.writeOver(path, text.slice(0, 9), offset);
      this.refuseIfStuck();
      await systemCursorDisk.writeOver(path, text, offset);
    },
  };

  private refuseIfStuck(): void {
    if (this.isCursorStuck) throw Object.assign(new Error('stuck'), { code: 'EIO' });
  }

  async start(): Promise<void> {
    const { disk, cursorDisk, clock, log, limits, counts, directory } = this;
    const rest = async (): Promise<void> => {
      await setImmediate();
    };
    const shared = { log, clock, disk };
    const mostRecords = BATCH;
    const outbox = new Outbox({
      ...shared,
      journal: JOURNAL,
      directory,
      cursorDisk,
      counts,
      rest,
      mostRecords,
    });
    this.outbox = outbox;
    this.journal = await Journal.open({ ...shared, directory: JOURNAL, limits, outlet: outbox });
  }

  /** What is in memory is lost, and what is on the disk is found by the next process. */
  async kill(): Promise<void> {
    await this.mended();
    const { journal, disk, directory } = this;
    this.disk = disk.copy();
    this.lives += 1;
    // A process that wrote nothing beside its journal has left none.
    mkdirSync(directory, { recursive: true });
    cpSync(directory, this.directory, { recursive: true });
    for (const index of this.requests.keys()) this.requests.set(index, true);
    await journal?.close();
    await this.start();
  }

  /** The next sync of the journal fails, and the disk loses what it was to bring there. */
  failSync(): void {
    const { disk } = this;
    disk.faultOf = (call) => {
      if (call !== 'sync') return undefined;
      disk.faultOf = () => undefined;
      return { code: 'EIO', effect: 'nothing' };
    };
  }

  /** Waits until what the disk lost is written again: who dies before that loses it. */
  private async mended(): Promise<void> {
    this.disk.faultOf = () => undefined;
    while (this.journal && this.journal.backlogBytes > 0) await this.second();
  }

  /** Somebody removes the segment that is written. */
  async removeSegment(): Promise<void> {
    const newest = [...this.disk.files.keys()].sort().at(-1);
    if (newest !== undefined) await this.disk.remove(newest);
    await this.second();
    await this.mended();
  }

  /** The file of the cursor is cut, or filled with something else. */
  async tearCursor(text?: string): Promise<void> {
    const path = join(this.directory, 'cursor.json');
    const before = await readFile(path, 'utf8').catch(() => '{"segment"');
    await writeFile(path, text ?? before.slice(0, before.length / 2));
  }

  /** Nothing can be kept of the oldest segment until it ends. */
  async blockRemains(): Promise<{ end(): Promise<void> }> {
    const [oldest] = [...this.disk.files.keys()].sort();
    const name = (oldest ?? '').slice(JOURNAL.length + 1, -'.ndjson'.length);
    const path = join(this.directory, `${name}.remains.tmp`);
    await mkdir(path, { recursive: true });
    return { end: () => rm(path, { recursive: true }) };
  }

  /** An entry of the log, as soon as it is there. */
  hears(event: string): Promise<Record<string, unknown>> {
    return waitFor(() => this.logged.find((entry) => entry['event'] === event));
  }

  /** Waits until the journal has no more than it may. */
  async settled(): Promise<void> {
    await waitFor(async () => {
      await this.second();
      return (this.journal?.size ?? 0) <= this.limits.totalBytes ? true : undefined;
    });
  }

  async begin(): Promise<void> {
    const index = (this.next += 1);
    await new Promise<void>((resolve) => {
      this.journal?.intend(testId(index), intentLine(index), () => {
        resolve();
      });
    });
    this.requests.set(index, false);
  }

  end(): void {
    const [index] = [...this.requests].find(([, isOver]) => !isOver) ?? [];
    if (index === undefined) return;
    this.requests.set(index, true);
    this.journal?.settle(testId(index), outcomeLine(index));
  }

  /** Waits until all that ended is written, which needs no sync. */
  async written(): Promise<void> {
    const over = [...this.requests.values()].filter(Boolean).length;
    await waitFor(async () => (await this.facts()).length >= over);
  }

  async second(): Promise<void> {
    this.time += 1000;
    this.journal?.tick();
    await setImmediate();
    await setImmediate();
  }

  /** Sends one batch, which the service does this with, unless the outbox does not want it sent now. */
  async deliver(behaviour: Behaviour): Promise<void> {
    const { outbox } = this;
    const batch = await outbox?.next(BATCH);
    if (!batch || !outbox) return;
    const mayGo = await outbox.confirm().then(
      () => true,
      () => false,
    );
    if (!mayGo) {
      await outbox.returned();
      return;
    }
    const about = { replica: 'r', sent_at: '', in_flight: 0, oldest_left_at: null };
    const answer = this.budget.receive(batch.body(about), behaviour);
    if (answer?.status === 200) await outbox.taken(batch);
    else await outbox.returned();
  }

  /** Delivers what there is, to a service that is well. */
  async deliverAll(): Promise<void> {
    for (let before = -1; before !== this.budget.batches.length;) {
      before = this.budget.batches.length;
      await this.deliver('takes');
    }
  }

  /** What a reader of the journal finds. */
  async facts(): Promise<Facts[]> {
    return await collect(readFacts(JOURNAL, { disk: this.disk }));
  }
}
