import type { RequestHandler } from 'express';
import type { SnapshotState } from '../snapshot/live-snapshot.ts';

/** What the journal says of itself. */
export interface JournalHealth {
  readonly state: string;
  readonly limits: { readonly onFull: string };
  /** Whether requests are let through. */
  readonly isServing: boolean;
  readonly backlogBytes: number;
  readonly counts: { readonly dropped: number };
}

export interface HealthSource {
  /** Undefined until a snapshot is applied. */
  readonly config: () => SnapshotState | undefined;
  readonly journal: JournalHealth;
  /** Whether the gateway is about to stop. */
  readonly isDraining: () => boolean;
}

/**
 * `GET /health`, `/health/liveliness`, `/health/readiness`. An old configuration is no reason to be unready, and a
 * journal that can't be written is one only where requests are refused then.
 */
export function healthRoutes(
  source: HealthSource,
): Readonly<Record<'report' | 'liveliness' | 'readiness', RequestHandler>> {
  const body = () => {
    const config = source.config();
    return {
      status: statusOf(source),
      config: config && {
        epoch: config.epoch,
        revision: config.revision,
        source: config.source,
        age_seconds: Math.round(config.ageSeconds),
        degraded: config.degraded.length,
      },
      journal: journalOf(source.journal),
    };
  };
  return {
    report: (_request, response) => {
      response.json(body());
    },
    liveliness: (_request, response) => {
      response.json({ status: 'ok' });
    },
    readiness: (_request, response) => {
      const answer = body();
      response.status(answer.status === 'ready' ? 200 : 503).json(answer);
    },
  };
}

const journalOf = (journal: JournalHealth) => ({
  state: journal.state,
  on_full: journal.limits.onFull,
  backlog_bytes: journal.backlogBytes,
  dropped_lines: journal.counts.dropped,
});

function statusOf(source: HealthSource): string {
  if (source.isDraining()) return 'draining';
  if (!source.config()) return 'no_configuration';
  return source.journal.isServing ? 'ready' : 'journal_unavailable';
}
