import type { RequestHandler } from 'express';

/** What the gateway runs on. */
export interface HealthState {
  readonly epoch: number;
  readonly revision: number;
  readonly source: string;
  /** Seconds since it was applied. */
  readonly ageSeconds: number;
}

export interface HealthSource {
  /** Undefined until a snapshot is applied. */
  readonly config: () => HealthState | undefined;
  /** Whether the gateway is about to stop. */
  readonly isDraining: () => boolean;
}

/** `GET /health`, `/health/liveliness`, `/health/readiness`. An old configuration is no reason to be unready. */
export function healthRoutes(
  source: HealthSource,
): Readonly<Record<'report' | 'liveliness' | 'readiness', RequestHandler>> {
  const body = () => {
    const config = source.config();
    return {
      status: statusOf(config, source.isDraining()),
      config: config && {
        epoch: config.epoch,
        revision: config.revision,
        source: config.source,
        age_seconds: Math.round(config.ageSeconds),
      },
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

function statusOf(config: HealthState | undefined, isDraining: boolean): string {
  if (isDraining) return 'draining';
  return config ? 'ready' : 'no_configuration';
}
