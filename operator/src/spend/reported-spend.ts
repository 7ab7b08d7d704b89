import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { ObjectSpend, SpendReport } from '@aicp/contracts/poll/spend-report';
import { labelOf, type SourceObject } from '../kinds/kit/source-object.ts';
import { LOOK_MS, LookQueue, type LookQueueOptions } from '../status/look-queue.ts';
import { chosenReport, type SpendReports } from './chosen-report.ts';
import type { Unknowing } from './judge-budget.ts';
import { newsOf, type News } from './news.ts';
import type { Overcommitments } from './commitments/overcommitted.ts';
import { spendStatementIn, type SpendStatement } from './spend-statement.ts';
import {
  statementOnAccount,
  statementOnBudget,
  statementOnDelivery,
  type SpendContext,
} from './statement-maker.ts';

type Subject = Pick<SourceObject, 'kind' | 'name' | 'uid'>;

export interface ReportedSpendOptions extends Omit<LookQueueOptions, 'name' | 'look'> {
  readonly reports: () => SpendReports;
  /** Every object there is. */
  readonly objects: () => Iterable<Subject>;
  readonly object: (kind: string, name: string) => KubernetesObject | undefined;
  /** What the limits of now say of one another. The same map for as long as they are the same. */
  readonly overcommitments: () => Overcommitments;
  /** Which of these features the ControlPlane has switched on. */
  readonly features: () => { readonly isTracking: boolean; readonly isBlocking: boolean };
  /** Has the status of an object written again. */
  readonly write: (kind: string, name: string) => void;
}

/** What is known of an object's status. */
interface Known {
  /** What its status says, or is to say. */
  said: SpendStatement | undefined;
  /** When that was said, by the monotonic clock, ms. */
  saidAt: number;
  /** Whether this process has said it. */
  isNews: boolean;
  /** When there was nothing to say of it, by the same clock. */
  settledAt: number;
}

/** A statement that waits for its turn. */
interface Due {
  readonly subject: Subject;
  readonly known: Known;
  readonly next: SpendStatement;
  readonly news: News;
}

/** Objects whose spend a status tells, those that people look at first first. */
const ACCOUNTS = ['Organization', 'BusinessUnit', 'Team', 'APIKey'];
const KINDS: ReadonlySet<string> = new Set(['Budget', 'ControlPlane', ...ACCOUNTS]);

/** The pause between two statements of an object, by what is new in the second, ms. */
const PAUSE_MS: Readonly<Record<News, number>> = { facts: 0, share: 10_000, figures: 60_000 };
/** So many statements are made at a look at most, that is a second; and of those that only have other figures. */
const MOST = { all: 50, figures: 20 };
/** For so long a report may fail to come before nothing is known any more, ms. */
const SILENT_MS = 120_000;

const NOT_INSTALLED: Unknowing = {
  reason: 'NotInstalled',
  message: 'no budget service is installed, so nobody adds up what is spent',
};

const NOT_REPORTED: Unknowing = {
  reason: 'NotReported',
  message:
    'the budget service has reported nothing for two minutes; the figures are the last known',
};

/** Has what the budget service reports written into the status of objects: soon where it matters, seldom where little moved, and never much at once. */
export class ReportedSpend {
  private readonly options: ReportedSpendOptions;
  private readonly looks: LookQueue;
  private known = new Map<string, Known>();
  private heardAt: number;

  constructor(options: ReportedSpendOptions) {
    this.options = options;
    this.heardAt = options.clock.monotonic();
    this.looks = new LookQueue({ ...options, name: 'spend', look: (now) => this.look(now) });
  }

  /** What this process says of an object; undefined where its status is to say what it said. */
  of({ uid }: Pick<Subject, 'uid'>): SpendStatement | undefined {
    const known = this.known.get(uid);
    return known?.isNews ? known.said : undefined;
  }

  /** The budget service has reported, or objects are others than before. */
  noticed(): void {
    this.looks.noticed();
  }

  /** An object changed. */
  objectChanged(kind: string): void {
    if (KINDS.has(kind)) this.noticed();
  }

  /** Another process leads now, or this one. */
  leaderChanged(): void {
    this.known.clear();
    this.heardAt = this.options.clock.monotonic();
    this.noticed();
  }

  async stop(): Promise<void> {
    await this.looks.stop();
  }

  private look(now: number): number {
    const reports = this.options.reports();
    const report = chosenReport(reports);
    if (report) this.heardAt = now;
    return this.sayAll(report, this.contextOf(report, reports, now), now);
  }

  private contextOf(
    report: SpendReport | undefined,
    { isInstalled, gatewayLags }: SpendReports,
    now: number,
  ): SpendContext {
    const isSilent = !report && now - this.heardAt > SILENT_MS;
    const unknowing = isSilent ? NOT_REPORTED : undefined;
    return {
      ...this.options.features(),
      at: isInstalled ? report?.at : undefined,
      lag: longestOf([...(report ? [report.lag_seconds] : []), ...gatewayLags]),
      unknowing: isInstalled ? unknowing : NOT_INSTALLED,
    };
  }

  /** Says what is due, and answers in how many milliseconds more will be. */
  private sayAll(report: SpendReport | undefined, context: SpendContext, now: number): number {
    const due: Due[] = [];
    let soonest = Number.POSITIVE_INFINITY;
    for (const one of this.news(report, context, now)) {
      const waitMs = one.known.saidAt + PAUSE_MS[one.news] - now;
      if (waitMs <= 0) due.push(one);
      else {
        one.known.settledAt = now;
        soonest = Math.min(soonest, waitMs);
      }
    }
    const { said, left } = chosenOf(due);
    for (const { subject, known, next } of said) {
      known.said = next;
      known.saidAt = now;
      known.isNews = true;
      this.options.write(subject.kind, subject.name);
    }
    return left ? LOOK_MS : soonest;
  }

  /** Everything of which another thing is to be said than before. What is known of objects that are gone is forgotten. */
  private *news(
    report: SpendReport | undefined,
    context: SpendContext,
    now: number,
  ): Generator<Due> {
    const entries = new Map(report?.objects.map((entry) => [labelOf(entry), entry]));
    const overcommitments = this.options.overcommitments();
    const before = this.known;
    this.known = new Map();
    for (const subject of this.options.objects()) {
      const object = this.objectOf(subject);
      if (!object) continue;
      const known = before.get(subject.uid) ?? unheardOf(object);
      this.known.set(subject.uid, known);
      if (isTooSoon(subject, known, now)) continue;
      const entry = entries.get(labelOf(subject));
      const next = this.judge(object, subject, { entry, known, context, overcommitments });
      const news = next && newsOf(known.said, next);
      if (news) yield { subject, known, next, news };
      else known.settledAt = now;
    }
  }

  private objectOf({ kind, name }: Subject): KubernetesObject | undefined {
    return KINDS.has(kind) ? this.options.object(kind, name) : undefined;
  }

  private judge(
    object: KubernetesObject,
    { kind, uid }: Subject,
    given: {
      readonly entry: ObjectSpend | undefined;
      readonly known: Known;
      readonly context: SpendContext;
      readonly overcommitments: Overcommitments;
    },
  ): SpendStatement | undefined {
    const { context, overcommitments } = given;
    // One of the same name that came later is another.
    const entry = given.entry?.uid === uid ? given.entry : undefined;
    const before = given.known.said;
    if (kind === 'ControlPlane') return statementOnDelivery(before, context);
    if (kind !== 'Budget') return statementOnAccount(entry, before, context);
    const overcommitment = overcommitments.has(uid)
      ? { message: overcommitments.get(uid) }
      : undefined;
    return statementOnBudget(object, { entry, overcommitment, before, context });
  }
}

const longestOf = (lags: readonly (number | null)[]): number | null => {
  const known = lags.filter((lag) => lag !== null);
  return known.length > 0 ? Math.max(...known) : null;
};

const unheardOf = (object: KubernetesObject): Known => ({
  said: spendStatementIn(object['status']),
  saidAt: Number.NEGATIVE_INFINITY,
  isNews: false,
  settledAt: Number.NEGATIVE_INFINITY,
});

/** As many as may be said at once: what is a fact before figures, budgets before keys, and what was said longest ago first. */
function chosenOf(due: readonly Due[]): { readonly said: readonly Due[]; readonly left: boolean } {
  const sorted = due.toSorted(
    (a, b) =>
      rankOf(a.subject) - rankOf(b.subject) || Math.sign(a.known.saidAt - b.known.saidAt) || 0,
  );
  const facts = sorted.filter(({ news }) => news === 'facts').slice(0, MOST.all);
  const figures = sorted
    .filter(({ news }) => news !== 'facts')
    .slice(0, Math.min(MOST.figures, MOST.all - facts.length));
  const said = [...facts, ...figures];
  return { said, left: said.length < due.length };
}

/** Accounts are looked at at most every 10 s, since there may be many. */
const isTooSoon = (subject: Subject, { settledAt }: Known, now: number): boolean =>
  rankOf(subject) > 0 && now - settledAt < PAUSE_MS.share;

/** 0 for what has conditions; accounts come after that. */
const rankOf = ({ kind }: Pick<Subject, 'kind'>): number => 1 + ACCOUNTS.indexOf(kind);
