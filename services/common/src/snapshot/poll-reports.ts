import type { FindingsReport } from '@aicp/contracts/poll/findings-report';
import type { HealthReport } from '@aicp/contracts/poll/health-report';
import type { SpendReport } from '@aicp/contracts/poll/spend-report';
import type { Clock } from '../time/clock.ts';
import {
  findingsNews,
  healthNews,
  spendNews,
  type NewsSource,
  type PollNews,
} from './poll-news.ts';

/** What a service tells the operator beside what it runs. Each is absent from services that know nothing of it. */
export interface ReportSources {
  /** Of the health of what it sends requests to. */
  readonly health?: NewsSource<HealthReport>;
  /** Of what was spent. */
  readonly spend?: NewsSource<SpendReport>;
  /** Of what it found out of objects. */
  readonly findings?: NewsSource<FindingsReport>;
}

/** The reports of one poll; undefined where there is nothing to say. */
export interface Reports {
  readonly health: HealthReport | undefined;
  readonly spend: SpendReport | undefined;
  readonly findings: FindingsReport | undefined;
}

/** The part of a poll that tells. Members without a report are left out. */
export const toldIn = ({ health, spend, findings }: Reports): object => ({
  ...(health ? { health } : {}),
  ...(spend ? { spend } : {}),
  ...(findings ? { findings } : {}),
});

/** Sends reports along with polls, and ends a poll early where there is news to tell. */
export class PollReports {
  private readonly health: PollNews<HealthReport>;
  private readonly spend: PollNews<SpendReport>;
  private readonly findings: PollNews<FindingsReport>;

  constructor({ health, spend, findings }: ReportSources, clock: Clock) {
    this.health = healthNews(health, clock);
    this.spend = spendNews(spend, clock);
    this.findings = findingsNews(findings, clock);
  }

  /** Runs a poll of `most` seconds at most; undefined where it ended early. */
  async tell<T>(
    most: number,
    signal: AbortSignal,
    poll: (seconds: number, reports: Reports, ended: AbortSignal) => Promise<T>,
  ): Promise<T | undefined> {
    return await this.health.tell(signal, (health, unlessHealth) =>
      this.spend.tell(unlessHealth, (spend, unlessSpend) =>
        this.findings.tell(unlessSpend, (findings, ended) => {
          const sources = [this.health, this.spend, this.findings];
          const seconds = Math.min(...sources.map((news) => news.waitSeconds(most)));
          return poll(seconds, { health, spend, findings }, ended);
        }),
      ),
    );
  }
}
