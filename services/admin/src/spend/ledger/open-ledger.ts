import type { Background, Floor } from '@aicp/api-kit/service/service';
import { CacheReader } from '@aicp/ledger/cache/cache-reader';
import { GuardrailReader } from '@aicp/ledger/guardrails/guardrail-reader';
import { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { RequestReader } from '@aicp/ledger/requests/request-reader';
import { openLedgerReader } from '@aicp/ledger/database/open-ledger-reader';

/** The ledger, which is open until its part of the service stops. */
export interface OpenLedger {
  readonly reader: LedgerReader;
  readonly requests: RequestReader;
  readonly guardrails: GuardrailReader;
  readonly cache: CacheReader;
  readonly part: Background;
}

/** Opens the ledger, which is in the database of this service, in a schema of its own. */
export async function openLedger(
  floor: Pick<Floor<unknown>, 'location' | 'clock' | 'random' | 'log'>,
): Promise<OpenLedger> {
  const database = await openLedgerReader(floor);
  return {
    reader: new LedgerReader(database),
    requests: new RequestReader(database),
    guardrails: new GuardrailReader(database),
    cache: new CacheReader(database),
    part: { start: () => undefined, stop: () => database.close() },
  };
}
