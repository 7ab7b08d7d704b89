import { z } from 'zod';
import { BUDGET_SCOPES } from '../spend/spend-subject.ts';
import { defineEvent } from './event-definition.ts';
import { incident, text, time, usd } from './event-fields.ts';

const data = z.object({
  budget_id: text('As `GET /budgets` of the budget service calls it.'),
  name: text('Its name for people.'),
  entity_type: z.enum(BUDGET_SCOPES).meta({ description: 'Whose spend it limits.' }),
  entity_id: z.string().nullable().meta({ description: 'Which one; null for a global budget.' }),
  limit_usd: usd('The limit.'),
  spent_usd: usd('What was spent in the period.'),
  utilization: z.number().meta({ description: 'Share of the limit that is spent; 0.8 is 80 %.' }),
  period_start: time('When the period began.'),
  period_end: time('When the period ends, and the budget begins anew.'),
  status: z.enum(['ok', 'warning', 'exceeded']).meta({ description: 'How it stands.' }),
  message: text('The same in words.'),
  incident: incident(),
});

export type BudgetEventData = z.output<typeof data>;

const example: BudgetEventData = {
  budget_id: 'engineering',
  name: 'Engineering',
  entity_type: 'team',
  entity_id: 'engineering',
  limit_usd: 1000,
  spent_usd: 812.5,
  utilization: 0.8125,
  period_start: '2026-11-01T00:00:00.000Z',
  period_end: '2026-12-01T00:00:00.000Z',
  status: 'warning',
  message:
    'budget "Engineering": 812.50 of 1000.00 USD are spent; it resets at 2026-12-01T00:00:00.000Z',
  incident: 'inc_0f5d2c6f0e1b4a7f9c3d8e2a1b4c5d6e',
};

export const BUDGET_EVENTS = {
  'budget.warning': defineEvent({
    description: 'A budget’s spend reached its soft limit, once a period.',
    severity: 'warning',
    incident: 'opens',
    data,
    example,
  }),
  'budget.exceeded': defineEvent({
    description: 'A budget’s spend reached its hard limit, once a period.',
    severity: 'critical',
    incident: 'opens',
    data,
    example: {
      ...example,
      spent_usd: 1003.2,
      utilization: 1.0032,
      status: 'exceeded',
      message:
        'budget "Engineering": 1003.20 of 1000.00 USD are spent; it resets at 2026-12-01T00:00:00.000Z',
    },
  }),
  'budget.reset': defineEvent({
    description: 'A budget that had warned or was exceeded in its last period began a new one.',
    severity: 'info',
    incident: 'resolves',
    data,
    example: {
      ...example,
      spent_usd: 0,
      utilization: 0,
      period_start: '2026-12-01T00:00:00.000Z',
      period_end: '2027-01-01T00:00:00.000Z',
      status: 'ok',
      message: 'budget "Engineering": a new period has begun; it ends at 2027-01-01T00:00:00.000Z',
    },
  }),
};
