import { MOST_RECORDS } from '@aicp/contracts/usage/usage-batch';

/** What says that a batch is too large, or has something in it that cannot be read. */
const BAD: ReadonlySet<number> = new Set([400, 413, 422]);
/** What may pass by itself, and may be the fault of a record as well. */
const FAILED = 500;
/** So often the same batch is refused before what is in it is held for the reason. */
const TRIES = 4;

/** Whether an answer may be the fault of what is in the batch. */
export const isOfRecords = (status: number): boolean => BAD.has(status) || status === FAILED;

/** What to do with a batch that was refused: send it again, send fewer of its records, or set the one aside that is in it. */
export type Verdict = 'again' | 'smaller' | 'aside';

/** How many records a batch holds: half as many after each that is refused, until the record is found that the service cannot take. */
export class BatchSize {
  most: number = MOST_RECORDS;
  /** So many records were in a batch that was refused and are not taken: batches do not grow before they are. */
  private suspect = 0;
  /** How often the batch that is sent now was refused. */
  private tries = 0;

  /** A batch of so many records was taken. */
  taken(records: number): void {
    this.tries = 0;
    this.suspect = Math.max(0, this.suspect - records);
    if (this.suspect === 0) this.most = Math.min(MOST_RECORDS, this.most * 2);
  }

  /** A batch of so many records was answered with a status. */
  refused(status: number, records: number): Verdict {
    if (!isOfRecords(status)) return 'again';
    this.tries += 1;
    const isKnownBad = BAD.has(status) || this.suspect > 0;
    if (records <= 1) return this.tries < TRIES ? 'again' : 'aside';
    if (!isKnownBad && this.tries < TRIES) return 'again';
    this.suspect = Math.max(this.suspect, records);
    this.most = Math.ceil(records / 2);
    this.tries = 0;
    return 'smaller';
  }

  /** A batch is not sent again. */
  dropped(): void {
    this.tries = 0;
  }

  /** The one that was in it does not hold up the others any more: the next batch is as large as any. */
  setAside(): void {
    this.suspect = 0;
    this.tries = 0;
    this.most = MOST_RECORDS;
  }
}
