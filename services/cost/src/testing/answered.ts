import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { NO_TOKENS, type UsageRecord } from '@aicp/contracts/usage/usage-record';
import { usageOf } from '@aicp/ledger/testing/records';

/** A short prompt. */
export const HELLO = [{ role: 'user', content: 'hello world' }];
/** The text has two tokens, the role one, the frame three, the answer's beginning three. */
export const HELLO_TOKENS = 9;

/** A request that was answered just now. */
export function answered(changes: Partial<UsageRecord>): UsageRecord {
  const nowMs = Date.now();
  return usageOf({
    ...NO_TOKENS,
    id: uuidV7(nowMs),
    request_id: uuidV7(nowMs),
    at: new Date(nowMs).toISOString(),
    organization: 'acme',
    team: null,
    model_served: 'gpt-big',
    input: HELLO_TOKENS,
    output: 40,
    cost_nano_usd: 1_000_000,
    ...changes,
  });
}
