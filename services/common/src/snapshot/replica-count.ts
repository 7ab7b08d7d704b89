import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { replaceFile } from '../files/replace-file.ts';

/** How many replicas of a service there are, as the operator said last; kept in a file, for a start without an operator. */
export class ReplicaCount {
  private readonly file: string;
  private readonly log: Logger;
  private known: number | undefined;
  private saving: Promise<void> = Promise.resolve();

  constructor(options: { file: string; log: Logger }) {
    this.file = options.file;
    this.log = options.log;
  }

  /** At least 1: who asks is one. */
  get value(): number {
    return Math.max(1, this.known ?? 1);
  }

  /** Takes what the file says; a file that says nothing is as none. */
  async restore(): Promise<void> {
    const text = await readFile(this.file, 'utf8').catch(() => '');
    if (/^\d{1,6}\n?$/.test(text)) this.known = Number(text);
  }

  /** Takes what the operator says; undefined says nothing. */
  take(count: number | undefined): void {
    if (count === undefined || count === this.known) return;
    this.known = count;
    this.saving = this.saving
      .then(() => mkdir(dirname(this.file), { recursive: true, mode: 0o700 }))
      .then(() => replaceFile(this.file, `${count}\n`))
      .catch((error: unknown) => {
        this.log.warn({ err: error, file: this.file }, 'replica_count_not_saved');
      });
  }

  /** Resolves when everything that was taken is in the file. */
  async saved(): Promise<void> {
    await this.saving;
  }
}
