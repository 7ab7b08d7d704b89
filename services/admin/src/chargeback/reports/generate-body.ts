import { ONE_LINE } from '@aicp/crds/kit/fields';
import { z } from 'zod';
import { edge } from './report-period.ts';

const line = z.string().min(1).max(200).regex(ONE_LINE.matches, { error: ONE_LINE.says });

const common = {
  name: line.optional().meta({ description: 'For people.' }),
  organization_id: line.optional().meta({
    description:
      'Whose cost it books. Without it your organization’s; of the platform’s administrator, everybody’s.',
  }),
};

const month = z.strictObject({
  period: z
    .string()
    .regex(/^[0-9]{4}-(0[1-9]|1[0-2])$/, { error: 'must be a month such as 2026-02' })
    .refine((month) => month >= '2000' && month < '3000', {
      error: 'must be of the years 2000 to 2999',
    })
    .meta({ description: 'A calendar month, in the time zone of the settings.' }),
  ...common,
});

const span = z.strictObject({
  period_start: edge,
  period_end: edge.meta({ description: 'A date is within the period; a moment is its end.' }),
  ...common,
});

/** Body of `generate`. */
export const generateBody = z.union([month, span], {
  error: 'must have either a period such as 2026-02, or period_start and period_end',
});
export type GenerateBody = z.output<typeof generateBody>;
