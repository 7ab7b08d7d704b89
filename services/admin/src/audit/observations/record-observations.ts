import type { Observation } from '@aicp/contracts/audit/observation';
import type { NameObject } from '../audit-naming.ts';
import type { ChainWriter } from '../chain/audit-chain.ts';
import { closeIntent, findOpen, findOpenDeletions, type Intent } from '../intents/intent-store.ts';
import { judge } from './judge.ts';
import { findSeen, saveSeen } from './seen-store.ts';

/** Makes the entries that observations call for, in their order, and keeps what was seen. */
export async function recordObservations(
  { tx, append }: ChainWriter,
  changes: readonly Observation[],
  { name, now }: { name: NameObject; now: Date },
): Promise<void> {
  const uids = [...new Set(changes.map(({ uid }) => uid))];
  const seen = await findSeen(tx, uids);
  const intents = new Set(await intentsOf(tx, changes, uids));
  for (const observation of changes) {
    const { uid } = observation;
    const intent = [...intents].find((one) => isMeant(one, observation));
    const judged = judge({ observation, seen: seen.get(uid), intent, name, now });
    if (intent && judged.isAnnounced) {
      await closeIntent(tx, intent.id, 'settled');
      intents.delete(intent);
    }
    await append(judged.entries);
    if (!judged.seen) continue;
    seen.set(uid, judged.seen);
    await saveSeen(tx, judged.seen);
  }
}

async function intentsOf(
  tx: ChainWriter['tx'],
  changes: readonly Observation[],
  uids: readonly string[],
): Promise<Intent[]> {
  const named = changes.flatMap(({ intent }) => (intent === null ? [] : [intent]));
  const gone = changes.some(({ state }) => state === null);
  return [...(await findOpen(tx, named)), ...(gone ? await findOpenDeletions(tx, uids) : [])];
}

const isMeant = (intent: Intent, { state, intent: named, uid }: Observation): boolean =>
  state === null ? intent.action === 'delete' && intent.uid === uid : intent.id === named;
