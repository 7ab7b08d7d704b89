import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { MOST_RECORDS, type UsageAnswer } from '@aicp/contracts/usage/usage-batch';
import { Outgoing } from '../delivery/outgoing.ts';
import type { FeedbackJournal } from './feedback-journal.ts';

/** After a failure. */
const AGAIN_MS = 10_000;
/** A service of before there was feedback is asked so often whether it was upgraded. */
const UPGRADE_MS = 60_000;

/**
 * Delivers feedback in batches of its own, behind those of usage: whatever is wrong with it, no record of usage waits for it or is taken for the culprit. What a service does not say
 * to have taken stays.
 */
export class FeedbackSender {
  private readonly journal: FeedbackJournal;
  private readonly clock: Pick<Clock, 'monotonic'>;
  private readonly log: Logger;
  private notBefore = 0;

  constructor(options: {
    readonly journal: FeedbackJournal;
    readonly clock: Pick<Clock, 'monotonic'>;
    readonly log: Logger;
  }) {
    this.journal = options.journal;
    this.clock = options.clock;
    this.log = options.log;
  }

  /** Sends the oldest, if it is time. */
  async send(deliver: (batch: Outgoing) => Promise<UsageAnswer>): Promise<void> {
    const { journal, clock, log } = this;
    const now = clock.monotonic();
    if (journal.isEmpty || now < this.notBefore) return;
    const batch = new Outgoing(MOST_RECORDS);
    for (const line of journal.next(MOST_RECORDS)) {
      if (!batch.take('feedback', line)) break;
    }
    try {
      const { feedback } = await deliver(batch);
      if (feedback !== undefined) {
        journal.taken(batch.texts.feedback.length);
        return;
      }
      log.info({}, 'feedback_waits_for_a_newer_budget_service');
      this.notBefore = now + UPGRADE_MS;
    } catch (error) {
      log.info({ err: error }, 'feedback_not_delivered');
      this.notBefore = now + AGAIN_MS;
    }
  }
}
