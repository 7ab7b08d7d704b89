import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { AnswerCache } from '../../cache/answer-cache.ts';
import type { Delegations } from '../../delegation/delegations.ts';
import type { DecisionLog } from '../../decisions/decision-log.ts';
import type { CandidateStats } from '@aicp/contracts/routing/catalog/candidate-stats';
import type { Admission } from '../../memory/admission.ts';
import type { Holders } from '../../memory/holders.ts';
import type { RequestMemory } from '../../memory/request-memory.ts';
import type { SharedBudget } from '../../memory/shared-budget.ts';
import type { Failovers } from '../../failover/failovers.ts';
import type { RequestMetrics } from '../../metrics/request-metrics.ts';
import type { KnownMoney } from '../../limits/known-money.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { Runtime } from '../../routing/runtime.ts';
import type { HeldIds } from '../../held/held-ids.ts';
import type { IntentEncoder } from '../../usage/journal/encode.ts';
import type { FeedbackJournal } from '../../usage/feedback/feedback-journal.ts';
import type { Delivery } from '../../usage/delivery/delivery.ts';
import type { Journal } from '../../usage/journal/journal.ts';
import type { TokenEstimator } from '../../usage/token-estimator.ts';
import type { Alarms } from './alarms.ts';
import type { Backgrounds } from './backgrounds.ts';
import type { Deadlines } from './deadlines.ts';
import type { SignOn } from '../../sign-on/sign-on.ts';
import type { Judges } from '../../guardrails/judges/judges.ts';
import type { ScanningThread } from '@aicp/detection/thread/scanning-thread';
import type { Telemetry } from './trace.ts';

/** What the stages of all requests share. */
export interface Gateway {
  /** The newest snapshot, indexed; undefined until the first. */
  readonly runtime: () => Runtime | undefined;
  readonly journal: Journal;
  /** By which records leave this replica; undefined: they stay in the journal. */
  readonly delivery: Delivery | undefined;
  /** With what providers go on after our answers. */
  readonly backgrounds: Backgrounds;
  /** What clients think of answers, until it is delivered. */
  readonly feedback: FeedbackJournal;
  readonly intents: IntentEncoder;
  readonly estimator: TokenEstimator;
  readonly metrics: RequestMetrics;
  /** Who is let in. */
  readonly admission: Admission;
  /** What keys and organizations have of all that. */
  readonly holders: Holders;
  /** For the bodies of requests. */
  readonly memory: RequestMemory;
  /** Milliseconds in which a request's body has to be there. */
  readonly bodyDeadlineMs: number;
  readonly decisions: DecisionLog;
  readonly alarms: Alarms;
  /** What this replica has seen of the models of late, for policies; undefined: nothing. */
  readonly stats?: CandidateStats;
  /** How the failover rules stand, and what they moved. */
  readonly failovers: Failovers;
  readonly deadlines: Deadlines;
  readonly limiter: Limiter;
  /** Requests that the admin service sends for others; undefined: it may not. */
  readonly delegations?: Delegations | undefined;
  /** Tokens of single sign-on, where they are taken; undefined: keys alone are. */
  readonly signOn?: SignOn | undefined;
  /** What is left of budgets, for policies. */
  readonly money: KnownMoney;
  /** For answers that are no streams, until the client has them. */
  readonly answerBytes: SharedBudget;
  /** For errors of providers, until the client has them. */
  readonly errorBytes: SharedBudget;
  /** Milliseconds that a request may take, with all its attempts. */
  readonly requestTimeoutMs: number;
  /** Milliseconds that a client may read nothing of what is written to it. */
  readonly clientStallMs: number;
  /** Who hears of requests by OpenTelemetry; undefined: nobody. */
  readonly telemetry?: Telemetry | undefined;
  /** The answers that may be given again. */
  readonly cache: AnswerCache;
  /** What is called how that lives at providers. */
  readonly heldIds: HeldIds;
  /** Whom guardrails ask. */
  readonly judges: Judges;
  /** Who looks at long texts. */
  readonly scanner: ScanningThread;
  readonly log: Logger;
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
}
