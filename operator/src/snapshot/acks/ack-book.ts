import type { FindingsReport } from '@aicp/contracts/poll/findings-report';
import type { HealthReport } from '@aicp/contracts/poll/health-report';
import type { SpendReport } from '@aicp/contracts/poll/spend-report';
import { MAX_WAIT_SECONDS, type PollRequest, type Rejection } from '@aicp/contracts/poll/poll';
import type { Manifest } from '@aicp/contracts/snapshot/manifest';
import type { Clock } from '@aicp/common/time/clock';

/** What a replica said last. */
export interface Report {
  readonly service: string;
  readonly instance: string;
  readonly version: string;
  readonly applied: Manifest | null;
  readonly rejected: Rejection | null;
  /** What it thinks of what it sends requests to; undefined where it does not say. It is no news of what it runs. */
  readonly health?: HealthReport | undefined;
  /** What it has added up of spend; undefined where it does not say. No news of what it runs either. */
  readonly spend?: SpendReport | undefined;
  /** What it has found out of objects; undefined where it does not say. No news of what it runs either. */
  readonly findings?: FindingsReport | undefined;
  /** By the monotonic clock, ms. */
  readonly at: number;
}

interface Known extends Report {
  readonly startedAt: string;
  /** Which of the polls since then said it; undefined where the replica does not count. */
  readonly number: number | undefined;
}

/** A replica that has not asked for so long says nothing about the present. */
const STALE_MS = 2 * MAX_WAIT_SECONDS * 1000;
/** Long enough for a replica that is restarted under its name, short enough not to collect the names of all pods there ever were. */
const FORGET_MS = 3_600_000;

/** What the replicas run, as they say with every poll. */
export class AckBook {
  private readonly reports = new Map<string, Known>();
  private readonly clock: Clock;
  private readonly onChange: (report: Report) => void;

  constructor(options: { clock: Clock; onChange: (report: Report) => void }) {
    this.clock = options.clock;
    this.onChange = options.onChange;
  }

  /** Takes what a replica says. What it said before what is known already is passed over: a follower may be slow to pass it on. */
  record({ instance, applied, rejected, number, ...reported }: PollRequest): void {
    const key = `${instance.service}/${instance.name}`;
    const before = this.reports.get(key);
    const { service, name, version, startedAt } = instance;
    const at = this.clock.monotonic();
    const said = { service, instance: name, version, startedAt, number };
    const { health, spend, findings } = reported;
    const report: Known = { ...said, applied, rejected, health, spend, findings, at };
    if (before && isOvertaken(report, before)) return;
    this.reports.set(key, report);
    if (!before || says(before) !== says(report)) this.onChange(report);
  }

  /** The reports of a service's replicas, by instance. Those that are too old are left out. */
  of(service: string): ReadonlyMap<string, Report> {
    const fresh = new Map<string, Report>();
    for (const report of this.all())
      if (report.service === service) fresh.set(report.instance, report);
    return fresh;
  }

  /** Every report that is not too old. */
  all(): Report[] {
    const now = this.clock.monotonic();
    for (const [key, { at }] of this.reports) if (now - at > FORGET_MS) this.reports.delete(key);
    return [...this.reports.values()].filter(({ at }) => now - at <= STALE_MS);
  }
}

/** Whether the replica itself said `known` later than this, in the same life. */
const isOvertaken = ({ startedAt, number }: Known, known: Known): boolean =>
  startedAt === known.startedAt &&
  number !== undefined &&
  known.number !== undefined &&
  number < known.number;

const says = ({ version, applied, rejected }: Report): string =>
  JSON.stringify([version, applied?.epoch, applied?.revision, applied?.digest, rejected]);
