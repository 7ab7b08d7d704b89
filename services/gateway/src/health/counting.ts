import type { CountersChange } from '@aicp/common/counters/redis/membership';
import type { CountersReport, CountingFault } from '@aicp/contracts/poll/health-report';

/** What is said of a store before it has been heard of. */
export const NOT_HEARD_OF: CountersReport = { mode: 'alone', reason: 'no answer' };
export const IN_MEMORY: CountersReport = { mode: 'memory' };

/** Where a replica counts after a change of the store that replicas share; the same object where that changes nothing that is told. */
export function afterChange(before: CountersReport, change: CountersChange): CountersReport {
  const after = changed(before, change);
  const isSame =
    after.mode === before.mode && after.reason === before.reason && after.evicts === before.evicts;
  return isSame ? before : after;
}

function changed({ mode, reason, evicts }: CountersReport, change: CountersChange): CountersReport {
  switch (change.kind) {
    case 'lost':
      return { mode: 'alone', reason: faultOf(change.reason), evicts };
    case 'back':
      return { mode: 'shared', evicts };
    case 'policy':
      return { mode, reason, evicts: change.evicts };
  }
}

/** The first that fits; the operator tells it to people who may not know addresses and passwords, so what a client or server says stays in the log. */
const FAULTS: readonly (readonly [RegExp, CountingFault])[] = [
  [/NOAUTH|WRONGPASS|invalid password/i, 'wrong password'],
  [/NOPERM/, 'not permitted'],
  [/no Redis/, 'what answers there is no Redis'],
  [/it was emptied/, 'it was emptied'],
  [/certificate|ERR_TLS|\bSSL\b/i, 'wrong certificate'],
  [/ECONNREFUSED/, 'connection refused'],
  [/ENOTFOUND|EAI_AGAIN/, 'unknown name'],
  [/no answer|not connected yet|ETIMEDOUT|timed ?out/i, 'no answer'],
  [/ECONNRESET|EPIPE|closed/i, 'connection lost'],
];

const faultOf = (reason: string): CountingFault | undefined =>
  FAULTS.find(([pattern]) => pattern.test(reason))?.[1];
