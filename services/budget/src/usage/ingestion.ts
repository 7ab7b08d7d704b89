import type { UsageAnswer, UsageBatch } from '@aicp/contracts/usage/usage-batch';
import type { Ingested, LedgerBatch } from '@aicp/ledger/ingest/batch/ledger-batch';
import type { Alongside } from '@aicp/ledger/ingest/ledger-writer';
import type { LeaseSpend } from '../leases/lease-spend.ts';
import type { Arrivals } from '../spend/arrivals.ts';
import type { BudgetMetrics } from '../metrics/budget-metrics.ts';
import { readBatch } from './read-batch.ts';

/** Where facts are brought in, each once. */
export interface LedgerIntake {
  ingest(batch: LedgerBatch, alongside?: Alongside): Promise<Ingested>;
}

export interface IngestionOptions {
  readonly ledger: LedgerIntake;
  readonly arrivals: Pick<Arrivals, 'note'>;
  readonly leases: Pick<LeaseSpend, 'note'>;
  readonly metrics: Pick<BudgetMetrics, 'ingested'>;
}

/** Takes gateways' batches: reads them, brings them into the ledger, and says that they have come. */
export class Ingestion {
  private readonly options: IngestionOptions;

  constructor(options: IngestionOptions) {
    this.options = options;
  }

  /** Rejects with DatabaseUnavailable where it has to be sent again. */
  async take(sent: UsageBatch): Promise<UsageAnswer> {
    const { ledger, arrivals, leases, metrics } = this.options;
    const { batch, refused, places } = readBatch(sent);
    const ingested = await ledger.ingest(batch, (tx, fresh) => leases.note(tx, sent, fresh));
    // Those that were known too: the replica that took them may have died before it said so.
    await arrivals.note([
      ...batch.usage.map(({ at }) => Date.parse(at)),
      ...batch.sums.map(({ hour }) => Date.parse(hour)),
    ]);
    const answer = {
      accepted: ingested.accepted,
      known: ingested.known,
      feedback: batch.feedback?.length ?? 0,
      refused: [
        ...refused,
        ...ingested.refused.map((one) => ({ ...one, index: places[one.part][one.index] ?? 0 })),
      ],
    };
    metrics.ingested(answer);
    return answer;
  }
}
