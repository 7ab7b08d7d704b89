import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';

const WINDOW_MS = 10_000;
const MOST_LINES = 100;

/** Puts what a program writes for people into the log, so many lines in ten seconds; how many were dropped is said with the next one. */
export function saidLog(options: {
  readonly server: string;
  readonly log: Logger;
  readonly clock: Clock;
}): (line: string) => void {
  const { server, log, clock } = options;
  let since = -Infinity;
  let lines = 0;
  let dropped = 0;
  return (line) => {
    const now = clock.monotonic();
    if (now - since >= WINDOW_MS) {
      since = now;
      lines = 0;
    }
    lines += 1;
    if (lines > MOST_LINES) {
      dropped += 1;
      return;
    }
    log.info({ server, line, ...(dropped > 0 ? { dropped } : {}) }, 'mcp_server_said');
    dropped = 0;
  };
}
