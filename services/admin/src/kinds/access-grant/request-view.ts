import { z } from 'zod';
import { REQUEST_STATES, type AccessRequest } from './access-requests-table.ts';

/** A request as the API answers it. */
export const requestSchema = z
  .object({
    id: z.uuid(),
    tier_id: z.string(),
    organization_id: z.string().nullable().meta({ description: 'Null: the platform’s.' }),
    team_id: z.string().nullable(),
    user_id: z.string().nullable(),
    key_id: z.string().nullable(),
    justification: z.string().nullable(),
    duration_days: z.int().nullable().meta({ description: 'Null: without an end.' }),
    status: z.enum(REQUEST_STATES),
    requested_by: z.string(),
    decided_by: z.string().nullable().meta({ description: 'Who decided last.' }),
    decided_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable().meta({ description: 'When the access ends.' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AccessRequest' });

export const toRequestAnswer = (row: AccessRequest): z.output<typeof requestSchema> => ({
  id: row.id,
  tier_id: row.tier_id,
  organization_id: row.organization_id,
  team_id: row.team_id,
  user_id: row.user_id,
  key_id: row.key_id,
  justification: row.justification,
  duration_days: row.duration_days,
  status: row.status,
  requested_by: row.requested_by,
  decided_by: row.decided_by,
  decided_at: row.decided_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});
