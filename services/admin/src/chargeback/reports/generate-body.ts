import { ONE_LINE } from '@aicp/crds/kit/fields';
import { z } from 'zod';
import { edge } from './report-period.ts';

const EITHER = 'must have either a period such as 2026-02, or period_start and period_end';

const line = z.string().min(1).max(200).regex(ONE_LINE.matches, { error: ONE_LINE.says });

/** Body of `generate`: of a month, or from an edge to an edge. */
export const generateBody = z
  .strictObject({
    period: z
      .string({ error: 'must be a month as text, such as "2026-02"' })
      .regex(/^[0-9]{4}-(0[1-9]|1[0-2])$/, { error: 'must be a month such as 2026-02' })
      .refine((month) => month >= '2000' && month < '3000', {
        error: 'must be of the years 2000 to 2999',
      })
      .optional()
      .meta({
        description:
          'A calendar month, in the time zone of the settings. Either this, or period_start and period_end.',
      }),
    period_start: edge.optional(),
    period_end: edge.optional().meta({
      description: 'A date is within the period; a moment is its end.',
    }),
    name: line.optional().meta({ description: 'For people.' }),
    organization_id: line.optional().meta({
      description:
        'Whose cost it books. Without it your organization’s; of the platform’s administrator, everybody’s.',
    }),
  })
  .transform(({ period, period_start, period_end, ...common }, context) => {
    const hasEdges = period_start !== undefined && period_end !== undefined;
    if (period === undefined && hasEdges) return { ...common, period_start, period_end };
    const hasEdge = period_start !== undefined || period_end !== undefined;
    if (period !== undefined && !hasEdge) return { ...common, period };
    context.addIssue({ code: 'custom', message: EITHER });
    return z.NEVER;
  });
export type GenerateBody = z.output<typeof generateBody>;
