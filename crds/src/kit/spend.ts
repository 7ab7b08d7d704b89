import { z } from 'zod';
import { text } from './fields.ts';
import type { PrinterColumn } from './kind.ts';

/** Exact, for people and programs alike: USD with up to nine decimals, without an exponent. */
const decimal = (description: string) =>
  text({
    min: 1,
    max: 64,
    pattern: {
      matches: /^[0-9]+(\.[0-9]+)?$/,
      says: 'must be a decimal number, for example 12.5',
    },
  }).meta({ description });

const moment = (description: string) =>
  text({ min: 1, max: 64 }).meta({ description, format: 'date-time' });

/** What was spent of an object in its window of now, as the budget service said last. */
export const spendStatus = z.object({
  limitUsd: decimal('The limit in force. Absent where nothing limits it.').optional(),
  spentUsd: decimal(
    'What was spent since the window began; of the calendar month where nothing limits it.',
  ).optional(),
  reservedUsd: decimal('What requests under way may cost at most.').optional(),
  leftUsd: decimal('The limit without what is spent and reserved; 0 at least.').optional(),
  usedPercent: decimal('What is spent, in percent of the limit, rounded down.').optional(),
  resetsAt: moment('When the window ends, and it begins again at 0.').optional(),
  of: text({ min: 1, max: 500 }).optional().meta({
    description:
      'Of a budget of each one of a scope: which one these figures are of. It is the one that has used most of its limit.',
  }),
  at: moment('When the budget service said so.').optional(),
});
export type SpendStatus = z.output<typeof spendStatus>;

/** The status field of kinds whose spend is added up. */
export const SPEND_FIELD = {
  spend: spendStatus.optional().meta({
    description: 'What was spent in the window of now. The operator alone writes it.',
  }),
};

const column = (name: string, field: keyof SpendStatus, description: string): PrinterColumn => ({
  name,
  type: 'string',
  jsonPath: `.status.spend.${field}`,
  description,
});

export const SPENT: PrinterColumn = column(
  'Spent',
  'spentUsd',
  'USD spent in the window of its limit, or in the calendar month.',
);

/** What a limit and its window come to. */
export const SPEND_COLUMNS: readonly PrinterColumn[] = [
  column('Limit', 'limitUsd', 'The limit in force, USD.'),
  SPENT,
  column('Reserved', 'reservedUsd', 'What requests under way may cost at most, USD.'),
  column('Left', 'leftUsd', 'What is neither spent nor reserved, USD.'),
  column('Used%', 'usedPercent', 'What is spent, in percent of the limit.'),
  column('Resets', 'resetsAt', 'When it begins again at 0.'),
];
