import { LedgerWriter } from '@aicp/ledger/ingest/ledger-writer';
import { openLedger } from '@aicp/ledger/testing/ledger-home';
import { batchOf, decisionOf, usageOf } from '@aicp/ledger/testing/records';
import { systemClock } from '@aicp/common/time/clock';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { DatabaseLocation } from '@aicp/common/database/open-database';
import type { LedgerDatabase } from '@aicp/ledger/database/tables';

const BATCH = 1_000;
export const KEYS = 1_000;
export const TEAMS = 20;

/** How many requests, and over how long a time until now. */
export interface TrafficSize {
  readonly requests: number;
  readonly spreadMs: number;
  /** Whether their decisions are brought in too. */
  readonly hasDecisions: boolean;
}

/** A ledger with traffic of a thousand keys in it, of the last moments. */
export async function ledgerWithTraffic(
  location: DatabaseLocation,
  size: TrafficSize,
): Promise<LedgerDatabase> {
  const database = await openLedger(location);
  const writer = new LedgerWriter({ database, clock: systemClock });
  const now = Date.now();
  for (let first = 0; first < size.requests; first += BATCH) {
    const facts = Array.from({ length: Math.min(BATCH, size.requests - first) }, (_, index) =>
      factsOf(
        first + index,
        now - size.spreadMs + ((first + index) * size.spreadMs) / size.requests,
      ),
    );
    await writer.ingest(
      batchOf({
        usage: facts.map(({ usage }) => usage),
        decisions: size.hasDecisions ? facts.map(({ decision }) => decision) : [],
      }),
    );
  }
  return database;
}

function factsOf(index: number, at: number) {
  const atMs = Math.floor(at);
  const id = uuidV7(atMs);
  const whose = {
    organization: index % 2 === 0 ? 'acme' : 'globex',
    team: `team-${index % TEAMS}`,
    key: `key-${index % KEYS}`,
  };
  const [model, provider] = [`model-${index % 12}`, `provider-${index % 4}`];
  const moment = new Date(atMs).toISOString();
  const served = { id, at: moment, request_id: `r-${index}` };
  return {
    usage: usageOf({
      ...served,
      ...whose,
      ...{ model_served: model, model_asked: model, provider, input: 900, output: 120 },
      ...{ latency_ms: 200 + ((index * 7919) % 3000), status: index % 97 === 0 ? 502 : 200 },
    }),
    decision: decisionOf({
      ...served,
      attributes: {
        ...whose,
        model,
        tier: 'standard',
        provider,
        stream: false,
        tools: index % 3 === 0,
      },
      asked_model: model,
      steps: [
        { stage: 'authenticate', outcome: 'known', detail: whose.key },
        { stage: 'resolve', outcome: 'model', detail: model },
        { stage: 'access', outcome: 'allowed' },
        { stage: 'policies', outcome: 'prefer', policy: `policy-${index % 40}` },
      ],
      candidates: [model, `model-${(index + 1) % 12}`],
      candidate_facts: [index, index + 1].map((one) => ({
        model: `model-${one % 12}`,
        name: `model-${one % 12}`,
        tier: 'standard',
        provider: `provider-${one % 4}`,
        p95_ms: 400 + (one % 9) * 100,
        error_rate: 0.01,
      })),
      replay: { input_tokens: 900, metadata: { project: `p${index % 7}` } },
      ...{ model, provider },
    }),
  };
}
