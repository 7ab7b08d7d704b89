import type { NewsSource } from '@aicp/common/snapshot/poll-news';
import type { Clock } from '@aicp/common/time/clock';
import type { SpendReport } from '@aicp/contracts/poll/spend-report';
import type { AllStandings, Standings } from '../spend/standings.ts';
import type { DeliveryWatch } from './delivery-watch.ts';
import type { Reporter } from './reporter.ts';
import { spendOfObjects } from './spend-of-objects.ts';

export interface SpendSourceOptions {
  readonly standings: Pick<Standings, 'now'>;
  readonly deliveries: Pick<DeliveryWatch, 'lagSeconds'>;
  readonly reporter: Pick<Reporter, 'isReporter'>;
  readonly clock: Clock;
  /** Has a listener called when figures or limits have changed. */
  readonly onChange: (listener: () => void) => void;
}

/** What this replica tells the operator of spend: nothing, while another one does. */
export class SpendSource implements NewsSource<SpendReport> {
  private readonly options: SpendSourceOptions;
  private objects: SpendReport['objects'] = [];
  private made: AllStandings | undefined;

  constructor(options: SpendSourceOptions) {
    this.options = options;
  }

  report(): SpendReport | undefined {
    const { standings, deliveries, reporter, clock } = this.options;
    const { now } = standings;
    if (!now || !reporter.isReporter) return undefined;
    if (now !== this.made) this.objects = spendOfObjects(now);
    this.made = now;
    const nowMs = clock.now();
    return {
      at: new Date(nowMs).toISOString(),
      lag_seconds: deliveries.lagSeconds(nowMs),
      objects: this.objects,
    };
  }

  onChange(listener: () => void): void {
    this.options.onChange(listener);
  }
}
