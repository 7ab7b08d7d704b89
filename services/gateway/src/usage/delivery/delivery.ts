import { join } from 'node:path';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { DeliverySettings } from './budget-post.ts';
import type { FeedbackJournal } from '../feedback/feedback-journal.ts';
import { FeedbackSender } from '../feedback/feedback-sender.ts';
import { breather } from './breather.ts';
import { noDeliveryCounts, type DeliveryCounts } from './counts.ts';
import { DecisionQueue } from './decision-queue.ts';
import { Deliverer } from './deliverer.ts';
import { Outbox } from './outbox.ts';
import { SetAside } from './set-aside.ts';
import { UsageClient } from './usage-client.ts';

export interface DeliveryOptions {
  readonly settings: DeliverySettings;
  /** Where the journal is, and where it keeps what it knows of its delivery. */
  readonly directories: { readonly journal: string; readonly delivery: string };
  readonly replica: string;
  /** A name of this process that no other has, nor had. */
  readonly session: string;
  readonly inFlight: () => number;
  /** Whether decisions are kept. */
  readonly keepsDecisions: () => boolean;
  readonly onChange: () => void;
  /** What clients think of answers; absent: nobody is asked. */
  readonly feedback?: FeedbackJournal | undefined;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
}

/** The way of this replica's records to the ledger. */
export interface Delivery {
  readonly counts: DeliveryCounts;
  readonly outbox: Outbox;
  readonly decisions: DecisionQueue;
  readonly setAside: SetAside;
  readonly deliverer: Deliverer;
}

/** Makes the parts; nothing is delivered before `deliverer.start`. Throws where the CA's file cannot be read. */
export function makeDelivery(options: DeliveryOptions): Delivery {
  const { settings, directories, clock, keepsDecisions, session } = options;
  const counts = noDeliveryCounts();
  const rest = breather(clock);
  const { journal, delivery: directory } = directories;
  const outbox = new Outbox({ ...options, journal, directory, counts, rest });
  const decisions = new DecisionQueue({ isKept: keepsDecisions, counts });
  const client = new UsageClient(settings);
  const setAside = new SetAside({ path: join(directory, 'set-aside.jsonl'), session });
  const journalled = options.feedback && { ...options, journal: options.feedback };
  const feedback = journalled && new FeedbackSender(journalled);
  const ways = { outbox, setAside, decisions, client, feedback };
  const deliverer = new Deliverer({ ...options, ...ways, counts, rest });
  return { counts, outbox, decisions, setAside, deliverer };
}
