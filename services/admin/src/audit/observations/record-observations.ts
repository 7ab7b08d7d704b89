import type { Observation } from '@aicp/contracts/audit/observation';
import type { NameObject } from '../records/audit-naming.ts';
import type { ChainWriter } from '@aicp/api-kit/audit/audit-chain';
import { closeIntent, findOpen, findOpenDeletions, type Intent } from '../records/intent-store.ts';
import { entriesOfObservation } from './entries-of-observation.ts';
import { findSeen, saveSeen } from '../records/seen-store.ts';
import type { ObjectAuditTables } from '../records/audit-tables.ts';

/** Makes the entries that observations call for, in their order, and keeps what was seen. */
export async function recordObservations(
  { tx, append }: ChainWriter<ObjectAuditTables>,
  changes: readonly Observation[],
  { name, now }: { name: NameObject; now: Date },
): Promise<void> {
  const uids = [...new Set(changes.map(({ uid }) => uid))];
  const seen = await findSeen(tx, uids);
  const intents = new Set(await intentsOf(tx, changes, uids));
  for (const observation of changes) {
    const { uid } = observation;
    const intent = [...intents].find((one) => isMeant(one, observation));
    const findings = entriesOfObservation({ observation, seen: seen.get(uid), intent, name, now });
    if (intent && findings.isAnnounced) {
      await closeIntent(tx, intent.id, 'settled');
      intents.delete(intent);
    }
    await append(findings.entries);
    if (!findings.seen) continue;
    seen.set(uid, findings.seen);
    await saveSeen(tx, findings.seen);
  }
}

async function intentsOf(
  tx: ChainWriter<ObjectAuditTables>['tx'],
  changes: readonly Observation[],
  uids: readonly string[],
): Promise<Intent[]> {
  const named = changes.flatMap(({ intent }) => (intent === null ? [] : [intent]));
  const gone = changes.some(({ state }) => state === null);
  return [...(await findOpen(tx, named)), ...(gone ? await findOpenDeletions(tx, uids) : [])];
}

const isMeant = (intent: Intent, { state, intent: named, uid }: Observation): boolean =>
  state === null ? intent.action === 'delete' && intent.uid === uid : intent.id === named;
