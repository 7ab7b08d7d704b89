import type { Kysely } from 'kysely';
import type { Period } from '@aicp/contracts/spend/money-window';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { LedgerDatabase, LedgerTables } from '../database/tables.ts';
import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { keptFrom } from '../days/day-tables.ts';
import {
  countDecisions,
  findDecision,
  listDecisions,
  type DecisionFilter,
  type DecisionPage,
  type DecisionReach,
} from './decisions.ts';
import { deliveryState, type DeliveryState } from './delivery-state.ts';
import { latencyBy, type Latency, type LatencyQuery } from './latency-by.ts';
import { latencySpans, type LatencySpan, type SpansQuery } from './latency-spans.ts';
import { latencyWindows, type LatencyWindows, type WindowsQuery } from './latency-windows.ts';
import { recentOutputs, type Output, type OutputsQuery } from './recent-outputs.ts';
import {
  recordedRequests,
  tokensOfRequests,
  type RecordedQuery,
  type RecordedRequest,
  type UsagePlace,
} from './recorded-requests.ts';
import { recentTraffic, type Traffic, type TrafficQuery } from './recent-traffic.ts';
import { heldMoney, type HeldMoney } from './held-money.ts';
import { spentByAll, type SpendQuestion } from './spent.ts';
import { trialArms, type TrialArms } from './trials/trial-arms.ts';
import type { TrialQuery } from './trials/trial-query.ts';
import { usageBy } from './usage-by.ts';
import type { UsageDimension, UsageQuery, UsageTotals } from './usage-query.ts';

/** What the ledger answers. Everything rejects with DatabaseUnavailable while the database is away. */
export class LedgerReader {
  private readonly kysely: Kysely<LedgerTables>;

  constructor(database: Pick<LedgerDatabase, 'kysely'>) {
    this.kysely = database.kysely;
  }

  /** What a subject spent in a period, nano-USD. Throws a RangeError where the period does not begin and end with a quarter-hour (UTC). */
  async spentBy(subject: SpendSubject, period: Period): Promise<bigint> {
    const [spent = 0n] = await this.spentByAll([{ subject, period }]);
    return spent;
  }

  /** The same of many, in their order, by few statements. */
  async spentByAll(questions: readonly SpendQuestion[]): Promise<bigint[]> {
    return await spentByAll(this.kysely, questions);
  }

  /** What requests under way have reserved of what these may spend, as far as gateways told. */
  async heldBy(subjects: readonly string[]): Promise<HeldMoney[]> {
    return await heldMoney(this.kysely, subjects);
  }

  /** From which day (UTC) on there is more than sums of days; 0 where nothing was ever dropped. */
  async usageKeptFrom(): Promise<number> {
    return (await keptFrom(this.kysely)).usage;
  }

  /**
   * Requests, tokens and cost, by group and step. Throws a RangeError for times that are no quarter-hours, or steps that do not rise; of an exact question also where
   * the rows for it are gone (SumsDropped).
   */
  async usageBy<Group extends UsageDimension>(
    query: UsageQuery<Group>,
  ): Promise<UsageTotals<Group>[]> {
    return await usageBy(this.kysely, query);
  }

  /** What the newest requests of a model used, the newest first. */
  async recentOutputs(query: OutputsQuery): Promise<Output[]> {
    return await recentOutputs(this.kysely, query);
  }

  /** How attempts went, by provider and model. Of the last 32 days at most. */
  async latencyBy(query: LatencyQuery): Promise<Latency[]> {
    return await latencyBy(this.kysely, query);
  }

  /** The same of one provider, of windows of minutes to 30 days up to now, with whose fault failures were. */
  async latencyWindows(query: WindowsQuery): Promise<LatencyWindows> {
    return await latencyWindows(this.kysely, query);
  }

  /** The same minute by minute, hour by hour or day by day (UTC), the oldest first. */
  async latencySpans(query: SpansQuery): Promise<LatencySpan[]> {
    return await latencySpans(this.kysely, query);
  }

  /** How many requests came, and how they went, in short steps of time, by model and provider. */
  async recentTraffic(query: TrafficQuery): Promise<Traffic[]> {
    return await recentTraffic(this.kysely, query);
  }

  /** How requests were routed, the newest first. */
  async decisions(filter: DecisionFilter, page: DecisionPage): Promise<DecisionRecord[]> {
    return await listDecisions(this.kysely, filter, page);
  }

  /** How many decisions there are; where there are more than `most`, one more than that. */
  async decisionCount(filter: DecisionFilter, most: number): Promise<number> {
    return await countDecisions(this.kysely, filter, most);
  }

  /** The decision of this id, or the newest on a request of this id. */
  async decision(id: string, reach: DecisionReach): Promise<DecisionRecord | undefined> {
    return await findDecision(this.kysely, id, reach);
  }

  /** How the requests of an A/B test went, by arm. It adds up those that came since the last look, and keeps the sums. */
  async trialArms(query: TrialQuery): Promise<TrialArms> {
    return await trialArms(this.kysely, query);
  }

  /** Requests as they are routed again, the newest first. */
  async recordedRequests(query: RecordedQuery): Promise<RecordedRequest[]> {
    return await recordedRequests(this.kysely, query);
  }

  /** What requests used, by their ids; without those of which nothing is kept. */
  async tokensOfRequests(
    places: readonly UsagePlace[],
  ): Promise<ReadonlyMap<string, TokenBuckets>> {
    return await tokensOfRequests(this.kysely, places);
  }

  /** What each gateway said of itself last. */
  async deliveryState(): Promise<DeliveryState[]> {
    return await deliveryState(this.kysely);
  }
}
