import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { durationText, percentText } from '../../../ui/text/format-number.ts';

export type Violation = ApiSchemas['SlaViolation'];

export const VIOLATIONS = '/api/v1/sla/violations';

/** What each figure of a target is called. */
export const METRICS: Readonly<Record<Violation['metric'], string>> = {
  p50_ms: 'Median latency',
  p95_ms: 'Latency, 95th percentile',
  p99_ms: 'Latency, 99th percentile',
  ttft_p95_ms: 'Time to first token, 95th percentile',
  error_rate: 'Error rate',
  availability: 'Availability',
};

/** A figure of a target, with its unit. */
export const metricText = (metric: Violation['metric'], value: number): string =>
  metric === 'error_rate' || metric === 'availability' ? percentText(value) : durationText(value);
