import type { z } from 'zod';

export const EVENT_SEVERITIES = ['critical', 'error', 'warning', 'info'] as const;
export type EventSeverity = (typeof EVENT_SEVERITIES)[number];

/** What is said of one type of event. */
export interface EventDefinition {
  /** When it is emitted, as one sentence for people. */
  readonly description: string;
  readonly severity: EventSeverity;
  /** Of types that come in pairs: whether it begins an incident or ends it. Both have the same `data.incident`. */
  readonly incident?: 'opens' | 'resolves';
  /** Why this version emits none; undefined: it does. */
  readonly notEmitted?: string;
  /** What its `data` is. */
  readonly data: z.ZodObject;
  /** A `data` that fits. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** A definition whose example is checked by the compiler. */
export const defineEvent = <T extends z.ZodObject>(
  definition: Omit<EventDefinition, 'data' | 'example'> & {
    readonly data: T;
    readonly example: z.output<T>;
  },
): EventDefinition & { readonly data: T } => definition;
