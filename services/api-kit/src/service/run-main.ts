import { ConfigError, readEnvironment } from '@aicp/common/config/environment';
import { createLogger, type LogLevel } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import type { z } from 'zod';
import type { ProcessParts } from './service.ts';

/** The process, as a main.ts hands it in. */
type Process = Pick<NodeJS.Process, 'env' | 'stderr' | 'on' | 'off' | 'exitCode'>;

/** Runs a service as a process: reads its environment, starts it, and stops it on SIGTERM or SIGINT. */
export async function runMain<E extends { readonly AICP_LOG_LEVEL: LogLevel }>(
  own: Process,
  options: {
    name: string;
    environment: z.ZodType<E>;
    start: (environment: E, parts: ProcessParts) => Promise<{ stop(): Promise<void> }>;
  },
): Promise<void> {
  const { name, start } = options;
  try {
    const environment = readEnvironment(options.environment, own.env);
    const log = createLogger({ service: name, level: environment.AICP_LOG_LEVEL });
    const parts = { log, clock: systemClock, random: Math.random };
    stopOnSignal(own, { name, log, running: await start(environment, parts) });
  } catch (error) {
    const reason = error instanceof ConfigError ? error.message : String((error as Error).stack);
    own.stderr.write(`${name}: ${reason}\n`);
    own.exitCode = 1;
  }
}

function stopOnSignal(
  own: Process,
  options: { name: string; log: ProcessParts['log']; running: { stop(): Promise<void> } },
): void {
  const { name, log, running } = options;
  const stop = (signal: NodeJS.Signals) => {
    own.off('SIGTERM', stop).off('SIGINT', stop);
    log.info({ signal }, `${name}_stopping`);
    running.stop().catch((error: unknown) => {
      log.error({ err: error }, `${name}_stop_failed`);
      own.exitCode = 1;
    });
  };
  own.on('SIGTERM', stop).on('SIGINT', stop);
}
