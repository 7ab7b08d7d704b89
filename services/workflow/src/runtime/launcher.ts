import type { Background } from '@aicp/api-kit/service/service';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { Runtime } from './runtime.ts';

const EVERY_MS = 5_000;
/** What has not begun for so long was forgotten by whoever wrote it down. */
const FORGOTTEN_MS = 5_000;

/** Has executions that are written down begin: at once where possible, and by a look now and then where a replica ended between the two. */
export class Launcher implements Background {
  private readonly executions: Pick<ExecutionStore, 'forgotten'>;
  private readonly runtime: Pick<Runtime, 'run' | 'isRunning'>;
  private readonly log: Logger;
  private readonly loop: BackgroundLoop;

  constructor(options: {
    readonly executions: Pick<ExecutionStore, 'forgotten'>;
    readonly runtime: Pick<Runtime, 'run' | 'isRunning'>;
    readonly ready: () => Promise<unknown>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    const { executions, runtime, ready, clock, log } = options;
    this.executions = executions;
    this.runtime = runtime;
    this.log = log;
    this.loop = new BackgroundLoop({
      work: () => this.look(),
      everyMs: EVERY_MS,
      ...{ clock, ready },
      onFailure: (error, failures) => {
        if (failures === 5) log.warn({ err: error }, 'executions_not_started');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** Begins an execution, or leaves it to the next look where that is not possible now. */
  async begin(id: string, run: number): Promise<void> {
    if (!this.runtime.isRunning) return;
    try {
      await this.runtime.run(id, run);
    } catch (error) {
      this.log.info({ execution: id, err: error }, 'execution_begins_later');
    }
  }

  private async look(): Promise<void> {
    if (!this.runtime.isRunning) return;
    const found = await this.executions.forgotten(FORGOTTEN_MS);
    for (const { id, run } of found) await this.runtime.run(id, run);
  }
}
