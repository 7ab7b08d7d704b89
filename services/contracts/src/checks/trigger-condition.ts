import { parseTrigger, TriggerError } from '../failover/trigger.ts';

/** What is wrong with the condition of a failover rule; undefined where nothing is. */
export function triggerFault(condition: string): string | undefined {
  try {
    parseTrigger(condition);
    return undefined;
  } catch (error) {
    if (error instanceof TriggerError) return error.message;
    throw error;
  }
}
