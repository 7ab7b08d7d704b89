import type { Logger } from '@aicp/common/log/logger';

/** Tells of lines that find no room: of the first at once, and how many there were when it is over. */
export class Losses {
  private readonly counts: { dropped: number };
  private readonly log: Logger;
  private lines = 0;

  constructor({ counts, log }: { readonly counts: { dropped: number }; readonly log: Logger }) {
    this.counts = counts;
    this.log = log;
  }

  /** So many lines found none, while so many bytes of others wait. */
  note(lines: number, waitingBytes: number): void {
    if (this.lines === 0) this.log.error({ bytes: waitingBytes }, 'journal_lines_dropped');
    this.lines += lines;
    this.counts.dropped += lines;
  }

  /** There is room again. */
  end(): void {
    if (this.lines > 0) this.log.error({ lines: this.lines }, 'journal_dropped_lines');
    this.lines = 0;
  }
}
