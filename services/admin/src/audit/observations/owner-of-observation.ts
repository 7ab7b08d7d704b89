import type { Observation } from '@aicp/contracts/audit/observation';
import { ownerSeen, type ObservedOwner } from '@aicp/contracts/audit/observed-owner';
import { entryOwner, NO_ORGANIZATION, type EntryOwner } from '@aicp/api-kit/audit/audit-entry';
import type { Seen } from '../records/seen-store.ts';

/**
 * Whose an observed object is: the organization that the operator bound it to, else the one that it names. What is gone is of the one that
 * it was known to be of, since another one may have taken the name meanwhile.
 */
export function ownerOfObservation(
  observation: Observation,
  known: EntryOwner | undefined,
  last: Seen['state'] | undefined,
): EntryOwner {
  const owner = observation.owner ?? named(observation, last);
  const said = entryOwner(owner.organization, owner.organizationUid);
  if (owner.isBound || !known || !isKnown(known)) return said;
  const isSame = known.organization_id === said.organization_id;
  return observation.state === null || (isSame && !isKnown(said)) ? known : said;
}

const isKnown = ({ organization_uid }: EntryOwner): boolean =>
  organization_uid !== null && organization_uid !== NO_ORGANIZATION;

/** An object whose owner is not stated belongs to the organization that it names; which one of that name cannot be told. */
function named(
  { kind, name, uid, state }: Observation,
  last: Seen['state'] | undefined,
): ObservedOwner {
  const spec = (state ?? last)?.['spec'];
  return ownerSeen(kind, { metadata: { name, uid }, spec }, NOTHING_IS_THERE);
}

const NOTHING_IS_THERE = { organizationUid: () => undefined, team: () => undefined };
