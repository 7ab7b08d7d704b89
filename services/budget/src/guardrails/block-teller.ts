import type { Background } from '@aicp/api-kit/service/service';
import { describeCause } from '@aicp/common/database/engine/survive-loss';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import type { LedgerDatabase } from '@aicp/ledger/database/tables';
import { tellBlocks } from '@aicp/ledger/guardrails/untold-blocks';
import { eventOfBlocks } from './block-event.ts';

export interface BlockTellerOptions {
  readonly database: Pick<LedgerDatabase, 'kysely'>;
  /** Resolves when the tables of the ledger and of events are there. */
  readonly ready: () => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Logger;
}

const LOOK_MS = 5_000;
/** A guardrail is told of once in so long at most, for each organization. */
const EVERY_MS = 60_000;

/** Tells subscribers what guardrails blocked, in the transaction that takes it as told. Replicas may do so at the same time. */
export class BlockTeller implements Background {
  private readonly options: BlockTellerOptions;
  private readonly loop: BackgroundLoop;

  constructor(options: BlockTellerOptions) {
    this.options = options;
    const { clock, log, ready } = options;
    this.loop = new BackgroundLoop({
      work: () => this.turn(),
      everyMs: LOOK_MS,
      clock,
      ready,
      onFailure: (error, failures) => {
        if (failures === 1) log.warn({ reason: describeCause(error) }, 'guardrail_blocks_not_told');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** Tells what is due. */
  async turn(): Promise<void> {
    const { database, clock } = this.options;
    const nowMs = clock.now();
    await tellBlocks(database, { nowMs, everyMs: EVERY_MS }, async (tx, blocks) => {
      await emitEvents(tx, [eventOfBlocks(blocks, nowMs)]);
    });
  }
}
