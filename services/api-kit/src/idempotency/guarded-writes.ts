import { stillRunning } from './problems.ts';
import type { Held, RecordStore } from './records/record-store.ts';
import type { WriteGuard } from '../route/route.ts';

/**
 * The writes of one request. The first makes its record say that it writes, which a replica that lost the request meanwhile, since it
 * was stopped for longer than its lease, can't do any more: so one replica at most ever writes for it.
 */
export class GuardedWrites implements WriteGuard {
  private readonly store: Pick<RecordStore, 'beginWriting'>;
  private readonly held: Held;
  private right: Promise<boolean> | undefined;
  private unrefused = 0;

  constructor(store: Pick<RecordStore, 'beginWriting'>, held: Held) {
    this.store = store;
    this.held = held;
  }

  /** Whether something was written, or may have been. */
  get hasWritten(): boolean {
    return this.unrefused > 0;
  }

  async begin(): Promise<void> {
    // Writes that begin together ask once.
    this.right ??= this.store.beginWriting(this.held).catch((error: unknown) => {
      this.right = undefined;
      throw error;
    });
    if (!(await this.right)) throw stillRunning();
    this.unrefused += 1;
  }

  refused(): void {
    this.unrefused -= 1;
  }
}
