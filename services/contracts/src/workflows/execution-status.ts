/** How an execution stands that goes on. */
export const OPEN_STATUSES = ['pending', 'running', 'waiting'] as const;

/** How one stands that has ended; one that failed may be retried. */
export const ENDED_STATUSES = ['completed', 'failed', 'cancelled'] as const;

/** How an execution can stand. */
export const EXECUTION_STATUSES = [...OPEN_STATUSES, ...ENDED_STATUSES] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** Whether nothing follows for an execution that stands so. */
export const hasEnded = (status: string): boolean =>
  ENDED_STATUSES.some((ended) => ended === status);
