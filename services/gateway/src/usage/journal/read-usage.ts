import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { idOf, kindOf, parseIntent, parseOutcome, toRecord } from './codec.ts';
import { listSegments, readLines } from './segments.ts';

/**
 * The usage records in a journal's directory, exactly one per request, in the order in which the requests ended. A request that is
 * under way, or that the gateway died over and has not replayed yet, is none. Rejects with the system's error.
 */
export async function* readUsage(directory: string): AsyncGenerator<UsageRecord> {
  const open = new Map<string, string>();
  for (const segment of await listSegments(directory)) {
    for await (const line of readLines(segment)) {
      const kind = kindOf(line);
      if (kind === 'intent') open.set(idOf(line), line);
      if (kind !== 'outcome') continue;
      const intent = open.get(idOf(line));
      open.delete(idOf(line));
      const record = intent === undefined ? undefined : join(intent, line);
      if (record) yield record;
    }
  }
}

function join(intent: string, outcome: string): UsageRecord | undefined {
  const before = parseIntent(intent);
  const after = parseOutcome(outcome);
  return before && after && toRecord(before, after);
}
