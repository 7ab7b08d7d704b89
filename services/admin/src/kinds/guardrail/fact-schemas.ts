import { FINDING_ACTIONS, GUARDRAIL_STAGES } from '@aicp/contracts/guardrails/verdict';
import { z } from 'zod';

const time = z.iso.datetime();

/** How many requests a guardrail said what of. */
const verdictCounts = z
  .object({
    passed: z.int(),
    blocked: z.int(),
    redacted: z.int(),
    skipped: z.int().meta({ description: 'Not looked at, all of it.' }),
    error: z.int().meta({ description: 'It could not judge: `on_fail` decided.' }),
  })
  .meta({ id: 'GuardrailVerdictCounts' });
export type VerdictCounts = z.output<typeof verdictCounts>;

const acted = verdictCounts.meta({ description: 'What it did.' });
const monitored = verdictCounts.meta({
  description: 'What it would have done, of requests that came while its mode was `monitor`.',
});

const factsSince = time.nullable().meta({
  description: 'From when on there is anything of it, to the hour; null: there is nothing.',
});

/** What a guardrail said over a time. */
export const statsSchema = z
  .object({
    guardrail_id: z.string(),
    since: time,
    until: time,
    facts_since: factsSince,
    requests: z.int().meta({ description: 'Each counts once, whatever was looked at of it.' }),
    acted,
    monitored,
    stages: z.array(z.object({ stage: z.enum(GUARDRAIL_STAGES), acted, monitored })).meta({
      description: 'The same of requests and of answers, each by itself.',
    }),
    findings: z
      .array(
        z.object({
          label: z.string(),
          action: z.enum(FINDING_ACTIONS),
          is_monitor: z.boolean(),
          requests: z.int().meta({ description: 'In how many requests.' }),
          count: z.int().meta({ description: 'How often in all of them.' }),
        }),
      )
      .meta({ description: 'In most requests first; 200 at most.' }),
    step_seconds: z.int(),
    points: z.array(z.object({ start: time, acted, monitored })).meta({
      description:
        'Hours of a week or less, else days (UTC), the oldest first. One in which there was nothing has none; where hours are not kept any more, a point is of a day.',
    }),
  })
  .meta({ id: 'GuardrailStats' });
export type GuardrailStats = z.output<typeof statsSchema>;

/** What a guardrail in monitor mode would have blocked. */
export const guardrailSimulation = z
  .object({
    guardrail_id: z.string(),
    since: time,
    until: time,
    facts_since: factsSince,
    requests: z.int().meta({
      description: 'That it looked at in mode `monitor`. Of others there is nothing to simulate.',
    }),
    would_block: z.int(),
    would_block_share: z.number().nullable().meta({
      description: 'Of `requests`, from 0 to 1; null where there is none.',
    }),
    would_redact: z.int(),
    by_label: z
      .array(
        z.object({
          label: z.string(),
          requests: z.int().meta({ description: 'Requests that it would have blocked for it.' }),
          count: z.int(),
        }),
      )
      .meta({ description: 'Most first; 200 at most. A request may be blocked for several.' }),
    by_team: z
      .array(
        z.object({
          organization_id: z.string().nullable(),
          team_id: z.string().nullable(),
          requests: z.int(),
          would_block: z.int(),
        }),
      )
      .meta({ description: 'Those of which most would have been blocked first; 200 at most.' }),
  })
  .meta({ id: 'GuardrailSimulation' });
export type SimulatedGuardrail = z.output<typeof guardrailSimulation>;
