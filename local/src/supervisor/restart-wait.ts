import { backoffMs } from '@aicp/common/time/backoff';

/** A process that ran this long was well: its death says nothing of the next start. */
const STABLE_MS = 10_000;

export interface Death {
  /** How long the process had run. */
  readonly ranMs: number;
  /** So many died young before it, one after the other. */
  readonly earlier: number;
  readonly longestMs: number;
  /** [0, 1). */
  readonly random: () => number;
}

/** How long to wait before a process that died is started again: not at all where it had been well, else longer with every death. */
export function restartWait({ ranMs, earlier, longestMs, random }: Death): {
  waitMs: number;
  diedYoung: number;
} {
  if (ranMs >= STABLE_MS) return { waitMs: 0, diedYoung: 0 };
  const waitMs = backoffMs({ attempt: earlier, baseMs: 100, maxMs: longestMs, random });
  return { waitMs, diedYoung: earlier + 1 };
}
