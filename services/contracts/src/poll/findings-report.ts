import { z } from 'zod';

/** So many objects a report holds at most. */
export const MOST_FOUND = 4_000;

/** The kinds of which services find something out, and the conditions that say it. Nobody else writes these. */
export const FINDING_CONDITIONS = {
  SLADefinition: ['Met', 'ErrorBudgetLeft'],
  FailoverRule: ['FailedOver', 'Flapping'],
  ABTest: ['Verdict'],
  EventSubscription: ['Delivering', 'LastFailure'],
  MCPServer: ['Reachable', 'ToolsChanged'],
  WorkflowTemplate: [],
} as const;
export type FoundKind = keyof typeof FINDING_CONDITIONS;
export const FOUND_KINDS = Object.keys(FINDING_CONDITIONS) as [FoundKind, ...FoundKind[]];

const name = z.string().min(1).max(253);

/** What a condition says. */
export const foundCondition = z.object({
  type: z.string().regex(/^[A-Z][A-Za-z]{0,62}$/),
  status: z.enum(['True', 'False', 'Unknown']),
  /** CamelCase, one of few. */
  reason: z.string().regex(/^[A-Z][A-Za-z]{0,62}$/),
  message: z.string().max(2_000),
});
export type FoundCondition = z.output<typeof foundCondition>;

/** What was found out of one object. */
export const finding = z.object({
  kind: z.enum(FOUND_KINDS),
  name,
  /** Of the object that is meant: one of the same name that came later is another. */
  uid: z.string().min(1).max(64),
  conditions: z.array(foundCondition).max(8),
  /** Goes into `status.observed` as it is, by the kind's own schema. */
  observed: z.record(z.string().max(64), z.union([z.string().max(500), z.number(), z.boolean()])),
});
export type Finding = z.output<typeof finding>;

/** What a service has found out of objects: all of it each time. An object that is not listed says what it said. */
export const findingsReport = z.object({
  /** When it was made (RFC 3339). */
  at: z.iso.datetime(),
  objects: z.array(finding).max(MOST_FOUND),
});
export type FindingsReport = z.output<typeof findingsReport>;
