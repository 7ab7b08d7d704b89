import type { Logger } from '@aicp/common/log/logger';
import type { DLogger } from '@dbos-inc/dbos-sdk';

/** What the library says is of interest to who looks for a fault. */
export function quietLogger(log: Logger): DLogger {
  const say = (level: 'debug' | 'info') => (message: unknown) => {
    log[level](
      message instanceof Error ? { err: message } : { said: String(message) },
      'workflow_runtime',
    );
  };
  return { debug: () => undefined, info: say('debug'), warn: say('info'), error: say('info') };
}
