import { z } from 'zod';
import { SLA_METRICS } from '../objectives/objective.ts';
import { VIOLATION_STATES, type Violation } from './violation-table.ts';

const time = z.iso.datetime();

/** A violation as the API answers it. */
export const violationSchema = z
  .object({
    id: z.uuid(),
    sla_id: z.string().meta({
      description:
        'The SLADefinition; `default:` and the name of a Model where its default_latency_sla_ms is missed.',
    }),
    organization_id: z.string().nullable().meta({ description: 'Null: the platform’s.' }),
    provider: z.string(),
    model: z.string(),
    metric: z.enum(SLA_METRICS),
    target: z.number().meta({ description: 'Milliseconds, or a share.' }),
    actual: z.number().meta({ description: 'As it was when it was known last.' }),
    worst: z.number(),
    severity: z.enum(['warning', 'critical']).meta({
      description: 'The highest that it had: critical is twice the target, or a budget that burns.',
    }),
    status: z.enum(VIOLATION_STATES),
    started_at: time,
    updated_at: time,
    acknowledged_at: time.nullable(),
    acknowledged_by: z.string().nullable(),
    resolved_at: time.nullable(),
    resolved_by: z.string().nullable().meta({ description: 'Who resolved it by hand.' }),
    resolution: z.enum(['recovered', 'no_traffic', 'gone', 'by_hand']).nullable().meta({
      description:
        'Why it is over: the target was met again; nothing was known for a day; nothing is promised there any more; somebody said so.',
    }),
  })
  .meta({ id: 'SlaViolation' });

export const toViolationAnswer = (row: Violation): z.output<typeof violationSchema> => ({
  id: row.id,
  sla_id: row.sla_id,
  organization_id: row.organization_id,
  provider: row.provider,
  model: row.model,
  metric: row.metric,
  target: row.target,
  actual: row.actual,
  worst: row.worst,
  severity: row.severity,
  status: row.status,
  started_at: row.started_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  acknowledged_at: row.acknowledged_at?.toISOString() ?? null,
  acknowledged_by: row.acknowledged_by,
  resolved_at: row.resolved_at?.toISOString() ?? null,
  resolved_by: row.resolved_by,
  resolution: row.resolution,
});
