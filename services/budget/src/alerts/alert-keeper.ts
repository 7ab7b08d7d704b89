import type { Background } from '@aicp/api-kit/service/service';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import { stopsAnything } from '../snapshot/budget-directory.ts';
import { standingsOfEach, statusOf, type Standing } from '../spend/standing.ts';
import type { AllStandings, Standings } from '../spend/standings.ts';
import { alertOf, type Alert } from './alert-of.ts';
import type { AlertType } from '../database/tables.ts';
import type { AlertStore } from './alert-store.ts';
import { tellAlerts, type TellOptions } from './tell-alerts.ts';
import { tellResets } from './tell-resets.ts';

export interface AlertKeeperOptions extends TellOptions {
  readonly store: Pick<AlertStore, 'tell' | 'over' | 'reset'>;
  readonly standings: Pick<Standings, 'now'>;
  readonly clock: Clock;
}

const EVERY_MS = 1_000;
/** So many alerts are written by one statement. */
const AT_ONCE = 500;

/** Tells of every limit that has been passed, or nearly, or that refuses requests: once for each window and threshold. */
export class AlertKeeper implements Background {
  private readonly options: AlertKeeperOptions;
  private readonly loop: BackgroundLoop;
  private seen: AllStandings | undefined;
  /** What this replica has told, or found told, as far as it still holds. */
  private told: ReadonlySet<string> = new Set();

  constructor(options: AlertKeeperOptions) {
    this.options = options;
    const { clock, log } = options;
    this.loop = new BackgroundLoop({
      work: () => this.turn(),
      everyMs: EVERY_MS,
      clock,
      onFailure: (error, failures) => {
        if (failures === 1) log.warn({ err: error }, 'alerts_not_written');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** Tells what has come to be since the last turn. */
  async turn(): Promise<void> {
    const { standings } = this.options;
    const { now } = standings;
    if (!now || now === this.seen || !isOfOneZone(now)) return;
    // What has ended is told before what begins anew, so that nobody takes the end of the one for that of the other.
    await tellResets(now, this.options);
    const alerts = this.due(now);
    const fresh = alerts.filter(({ row }) => !this.told.has(row.once));
    for (let start = 0; start < fresh.length; start += AT_ONCE) {
      await tellAlerts(fresh.slice(start, start + AT_ONCE), this.options);
    }
    this.told = new Set(alerts.map(({ row }) => row.once));
    this.seen = now;
  }

  private due({ known, figures, byId }: AllStandings): Alert[] {
    const nowMs = this.options.clock.now();
    const measure = { figures, book: known.book, nowMs, isEnforced: stopsAnything(known) };
    const { hasRefusals } = figures;
    return [...byId.values()].flatMap((standing) => {
      // One of each is as its first one is; that others were refused something is not to be seen there.
      if (standing.status === 'ok' && !hasRefusals) return [];
      const isOfEach = standing.limit.value === undefined;
      const all = isOfEach ? standingsOfEach(standing.limit, measure) : [standing];
      return all.flatMap((one) =>
        alertsOn(one).map((type) => alertOf(type, one, { known, nowMs })),
      );
    });
  }
}

/** Whether figures were read for the time zone of now: they follow it a second later. */
const isOfOneZone = ({ known, figures }: AllStandings): boolean =>
  known.periods.at('1d', figures.atMs).startsMs === figures.periods['1d'].startsMs;

function alertsOn({ spent, thresholds, room }: Standing): AlertType[] {
  const bySpend = statusOf(spent, thresholds);
  return [
    ...(bySpend === 'exceeded' ? (['budget_exceeded'] as const) : []),
    ...(bySpend === 'warning' ? (['approaching_limit'] as const) : []),
    ...(room === undefined ? [] : (['request_exceeds_budget'] as const)),
  ];
}
