import { parseTrigger, TriggerError, type TriggerTest } from '../failover/trigger.ts';

/** What is wrong with the condition of a failover rule; undefined where nothing is. */
export function triggerFault(condition: string): string | undefined {
  try {
    return parseTrigger(condition).flat().map(shareFault).find(Boolean);
  } catch (error) {
    if (error instanceof TriggerError) return error.message;
    throw error;
  }
}

/** A test of a share that no share can be compared with: what is meant are percent. */
function shareFault({ metric, value }: TriggerTest): string | undefined {
  if (metric.endsWith('_ms') || value <= 1) return undefined;
  const is = `${metric} is a share from 0 to 1`;
  if (value > 100) return `${is}, and never ${value}`;
  return `${is}: write ${Number((value / 100).toPrecision(12))} for ${value} %`;
}
