import { parseTrigger, TriggerError, type TriggerTest } from '../failover/trigger.ts';

/** What is wrong with the condition of a failover rule; undefined where nothing is. */
export function triggerFault(condition: string): string | undefined {
  try {
    const wrong = parseTrigger(condition).flat().find(isNoShare);
    return wrong && shareFault(wrong);
  } catch (error) {
    if (error instanceof TriggerError) return error.message;
    throw error;
  }
}

/** A share that is meant as a percentage would never hold, or always. */
const isNoShare = ({ metric, value }: TriggerTest): boolean => !metric.endsWith('_ms') && value > 1;

function shareFault({ metric, comparison, value }: TriggerTest): string {
  const what = `${metric} is a share from 0 to 1`;
  if (value > 100) return `${what}: write a number of at most 1`;
  const share = Number((value / 100).toFixed(DECIMALS));
  return `${what}: for ${String(value)} %, write ${metric} ${comparison} ${String(share)}`;
}

/** What a condition may have behind the point, so that 99.9 % is 0.999 and no binary fraction. */
const DECIMALS = 9;
