import type {
  CountersReport,
  HealthReport,
  TargetReport,
} from '@aicp/contracts/poll/health-report';

export const AT = '2026-01-01T00:00:00Z';
export type Row = Partial<TargetReport>;

/** What a replica reports of provider p with its only credential. */
export const row = (more: Row = {}): TargetReport => ({
  provider: 'p',
  credential: 'default',
  circuit: 'closed',
  attempts: 100,
  failures: 0,
  ...more,
});

export const report = (
  rows: readonly Row[],
  models: HealthReport['models'] = [],
): HealthReport => ({
  at: AT,
  providers: rows.map(row),
  models,
});

/** A target that does not answer. */
export const open = (more: Row = {}): Row => ({
  circuit: 'open',
  attempts: 5,
  failures: 5,
  reason: 'timeout',
  ...more,
});

/** Of a gateway without requests that counts so. */
export const counting = (counters: CountersReport): HealthReport => ({ ...report([]), counters });
