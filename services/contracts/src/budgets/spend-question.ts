import { z } from 'zod';
import { MONEY_WINDOWS, type MoneyWindow } from '../spend/money-window.ts';
import { BUDGET_SCOPES, type SpendSubject } from '../spend/spend-subject.ts';

/** Where the budget service tells other services of spend, with a token for `USAGE_AUDIENCE`. */
export const SPEND_PATH = '/internal/spend';
/** So many subjects one question holds at most. */
export const MOST_SUBJECTS = 200;

/** Whose spend is asked for, in the window of now. */
export interface SpendQuestion extends SpendSubject {
  readonly window: MoneyWindow;
}

const spendQuestion = z.object({
  scope: z.enum(BUDGET_SCOPES),
  organization: z.string().max(253).optional(),
  value: z.string().max(1_000).optional(),
  window: z.enum(MONEY_WINDOWS),
});

/** The parameter `subjects`: the questions as JSON, since values may hold any character. */
export const spendQuestions = z.array(spendQuestion).min(1).max(MOST_SUBJECTS);

/** The path and the query that ask for these. */
export const spendPath = (questions: readonly SpendQuestion[]): string =>
  `${SPEND_PATH}?subjects=${encodeURIComponent(JSON.stringify(questions))}`;

const nanoUsd = z.string().regex(/^[0-9]+$/);

/** The last known figures, in the order of the questions. */
export const spendAnswer = z.array(
  z.object({
    /** Nano-USD. */
    spent: nanoUsd,
    reserved: nanoUsd,
    /** The window of now (RFC 3339): from when to before when. */
    period_start: z.iso.datetime(),
    period_end: z.iso.datetime(),
  }),
);
export type SpendAnswer = z.output<typeof spendAnswer>;
