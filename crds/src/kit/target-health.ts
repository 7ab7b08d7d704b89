import { z } from 'zod';
import { integer, text } from './fields.ts';

/** `open`: it is passed over, unless nobody else is left; `half_open`: it is tried with a single request; `closed`: it is asked. */
export const CIRCUITS = ['closed', 'half_open', 'open'] as const;
export type Circuit = (typeof CIRCUITS)[number];

/** More than a replica sends in a minute. */
const MOST_ATTEMPTS = 1_000_000_000;

const count = (description: string) =>
  integer({ min: 0, max: MOST_ATTEMPTS }).meta({ description });
const moment = (description: string) =>
  text({ min: 1, max: 64 }).meta({ description, format: 'date-time' });

/** What one replica of the gateway made of a provider with one credential, when the condition Healthy was written. */
export const targetHealth = z.object({
  replica: text({ min: 1, max: 253 }).meta({
    description: 'The pod, or `gateway` on one machine.',
  }),
  credential: text({ min: 1, max: 253 }).meta({
    description: 'Name of the credential; `default` for the one of secretRef, or for none.',
  }),
  circuit: z.enum(CIRCUITS).meta({
    description:
      'open: it is passed over, unless nobody else is left; half_open: it is tried with a single request; closed: it is asked.',
  }),
  attempts: count('Requests sent to it within a minute, repeated ones counted again.'),
  failures: count('How many of them failed by its fault.'),
  reason: text({ min: 1, max: 64 })
    .optional()
    .meta({ description: 'How the last one failed, as one word.' }),
  openUntil: moment('When it is tried next, if it is asked for.').optional(),
  at: moment('When that minute ended.'),
});
export type TargetHealth = z.output<typeof targetHealth>;

/** So many of them a status holds at most: those that are worst. */
export const MOST_TARGETS = 100;
