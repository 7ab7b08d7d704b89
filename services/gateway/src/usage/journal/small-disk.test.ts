import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { systemClock } from '@aicp/common/time/clock';
import { describe, expect, it } from 'vitest';
import { collect } from '../../testing/collect.ts';
import { intentLine, keptLog, outcomeLine, ROOMY, testId } from '../../testing/journal-lines.ts';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { Journal } from './journal.ts';
import { readUsage } from './read-usage.ts';

/** For so long requests come; 60 shows more than a test run has time for. */
const SECONDS = Number(process.env['AICP_SMALL_DISK_SECONDS'] ?? 6);
const A_SECOND = 250;
const EVERY_MS = 20;
const MIB = 1 << 20;
const PAGE = 4096;

/** A disk of 1 MiB, that another file fills and leaves again. */
class SmallDisk implements Disposable {
  readonly journal: string;
  private readonly path: string;
  private readonly archive: string;
  private readonly ballast: string;

  constructor(directory: string) {
    this.path = join(directory, 'disk');
    this.archive = join(directory, 'archive');
    this.journal = join(this.path, 'journal');
    this.ballast = join(this.path, 'ballast');
    mkdirSync(this.path);
    mkdirSync(this.archive);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', this.path], { stdio: 'pipe' });
    writeFileSync(this.ballast, '');
  }

  /** Takes all room that is left. */
  fill(): void {
    try {
      writeFileSync(this.ballast, Buffer.alloc(MIB), { flag: 'a' });
    } catch (error) {
      expect(error).toHaveProperty('code', 'ENOSPC');
    }
  }

  /** Leaves so many pages. */
  free(pages: number): void {
    truncateSync(this.ballast, Math.max(0, statSync(this.ballast).size - pages * PAGE));
  }

  /** Two seconds of fullness, in which a few pages come free now and then, and one in which all goes well. */
  change(turn: number): void {
    const isFull = turn % 150 < 100;
    if (isFull && turn % 10 === 0) this.fill();
    if (isFull && turn % 10 === 5) this.free(turn % 7);
    if (turn % 150 === 100) this.free(256);
    if (turn % 25 === 0) this.ship();
  }

  /** Takes the segments away that are written no more, as one who ships them would. */
  ship(): void {
    for (const name of readdirSync(this.journal).sort().slice(0, -1)) this.take(name);
  }

  /** The journal's records, those that were shipped and the rest. */
  async ids(): Promise<string[]> {
    for (const name of readdirSync(this.journal)) this.take(name);
    return (await collect(readUsage(this.archive))).map(({ id }) => id);
  }

  private take(name: string): void {
    copyFileSync(join(this.journal, name), join(this.archive, name));
    rmSync(join(this.journal, name));
  }

  [Symbol.dispose](): void {
    execFileSync('umount', [this.path]);
  }
}

/** Whether this machine lets us mount. Where everything must hold, it has to. */
function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], {
      stdio: 'pipe',
    });
    return true;
  } catch {
    return process.env['AICP_REQUIRE_MOUNT'] === '1';
  }
}

const descriptors = (): number => readdirSync('/proc/self/fd').length;

/** What memory is in use, without what only waits to be collected. */
const inUse = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const report = (figures: object): void => {
  process.stdout.write(`${JSON.stringify(figures)}\n`);
};

describe.runIf(canMount())('a disk of 1 MiB that fills and drains', () => {
  it(
    'costs no line and doubles none, with few descriptors and in flat memory',
    async () => {
      await using directory = await temporaryDirectory();
      using disk = new SmallDisk(directory.path);
      const { log } = keptLog();
      const limits = { ...ROOMY, segmentBytes: 65_536, backlogBytes: 16 * MIB };
      const options = { directory: disk.journal, limits, log, clock: systemClock };
      const journal = await Journal.open(options);
      const before = {
        descriptors: descriptors(),
        memory: inUse(),
        rss: process.memoryUsage.rss(),
      };
      const worst = { descriptors: 0, files: 0, backlog: 0, memory: 0, rss: 0 };
      const states = new Set<string>();
      let sent = 0;
      let turn = 0;
      const began = systemClock.monotonic();
      for await (const _ of setInterval(EVERY_MS)) {
        const seconds = (systemClock.monotonic() - began) / 1000;
        if (seconds > SECONDS) break;
        for (; sent < seconds * A_SECOND; sent += 1) {
          const index = sent;
          journal.intend(testId(index), intentLine(index), () => {
            journal.settle(testId(index), outcomeLine(index));
          });
        }
        turn += 1;
        disk.change(turn);
        states.add(journal.state);
        worst.descriptors = Math.max(worst.descriptors, descriptors());
        worst.files = Math.max(worst.files, readdirSync(disk.journal).length);
        worst.backlog = Math.max(worst.backlog, journal.backlogBytes);
        worst.memory = Math.max(worst.memory, inUse());
        worst.rss = Math.max(worst.rss, process.memoryUsage.rss());
      }
      disk.free(256);
      const { counts } = journal;
      await journal.close();
      const ids = await disk.ids();
      if (process.env['AICP_SMALL_DISK_SECONDS']) report({ sent, counts, before, worst });
      expect(states).toEqual(new Set(['ok', 'full']));
      expect(counts.failures).toBeGreaterThan(10);
      expect(counts.dropped).toBe(0);
      expect(ids.toSorted()).toEqual(Array.from({ length: sent }, (_, index) => testId(index)));
      expect(worst.descriptors).toBeLessThanOrEqual(before.descriptors + 10);
      expect(worst.memory).toBeLessThan(before.memory + 64 * MIB);
    },
    (SECONDS + 60) * 1000,
  );
});
