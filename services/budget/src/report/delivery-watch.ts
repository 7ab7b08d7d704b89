import type { Background } from '@aicp/api-kit/service/service';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { DeliveryState } from '@aicp/ledger/query/delivery-state';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import type { BudgetMetrics } from '../metrics/budget-metrics.ts';

export interface DeliveryWatchOptions {
  readonly ledger: Pick<LedgerReader, 'deliveryState'>;
  readonly metrics: Pick<BudgetMetrics, 'delivered'>;
  /** What has to be there before it looks. */
  readonly ready: () => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Logger;
}

const EVERY_MS = 5_000;
/** What a gateway said counts for so long, ms: one that is gone holds nothing up for good. */
const HEARD_MS = 3_600_000;

/** Watches how far gateways are behind with what they deliver. */
export class DeliveryWatch implements Background {
  private readonly options: DeliveryWatchOptions;
  private readonly loop: BackgroundLoop;
  private states: readonly DeliveryState[] = [];

  constructor(options: DeliveryWatchOptions) {
    this.options = options;
    const { clock, log, ready } = options;
    this.loop = new BackgroundLoop({
      work: () => this.turn(),
      everyMs: EVERY_MS,
      clock,
      ready,
      onFailure: (error, failures) => {
        if (failures === 1) log.info({ err: error }, 'deliveries_not_read');
      },
    });
  }

  /** How long the oldest fact has waited that is not delivered, seconds; null where no gateway was heard of. */
  lagSeconds(nowMs: number): number | null {
    const heard = this.states.filter(({ lastContactMs }) => nowMs - lastContactMs < HEARD_MS);
    if (heard.length === 0) return null;
    const oldest = Math.min(...heard.map(({ oldestLeftMs }) => oldestLeftMs ?? nowMs));
    return Math.max(0, nowMs - oldest) / 1000;
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  async turn(): Promise<void> {
    const { ledger, metrics, clock } = this.options;
    this.states = await ledger.deliveryState();
    metrics.delivered(this.states, clock.now());
  }
}
