import { Problem } from '@aicp/common/errors/problem';
import type { WorkflowMetrics } from '../metrics/workflow-metrics.ts';
import { TooManyOpen } from '../store/open-bounds.ts';

/** Executions end within seconds, or wait for days: nobody knows better than this, seconds. */
const RETRY_AFTER = '10';

/** Does what opens an execution. Rejects with a Problem (429) where as many are open as may be. */
export async function heedingBounds<T>(
  metrics: Pick<WorkflowMetrics, 'refusedOne'>,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof TooManyOpen)) throw error;
    metrics.refusedOne();
    throw new Problem(429, error.message, { headers: { 'Retry-After': RETRY_AFTER } });
  }
}
