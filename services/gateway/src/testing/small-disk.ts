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
import { readUsage } from '../usage/journal/read-usage.ts';
import { collect } from './journal-lines.ts';

const MIB = 1 << 20;
const PAGE = 4096;

/** A disk of 1 MiB, that another file fills and leaves again. */
export class SmallDisk implements Disposable {
  readonly journal: string;
  /** Where a gateway keeps what it knows of its delivery. */
  readonly delivery: string;
  private readonly path: string;
  private readonly archive: string;
  private readonly ballast: string;

  constructor(directory: string) {
    this.path = join(directory, 'disk');
    this.archive = join(directory, 'archive');
    this.journal = join(this.path, 'journal');
    this.delivery = join(this.path, 'delivery');
    this.ballast = join(this.path, 'ballast');
    mkdirSync(this.path);
    mkdirSync(this.archive);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', this.path], {
      stdio: 'pipe',
    });
    writeFileSync(this.ballast, '');
  }

  /** Takes all room that is left. */
  fill(): void {
    try {
      writeFileSync(this.ballast, Buffer.alloc(MIB), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
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
export function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], {
      stdio: 'pipe',
    });
    return true;
  } catch {
    return process.env['AICP_REQUIRE_MOUNT'] === '1';
  }
}
