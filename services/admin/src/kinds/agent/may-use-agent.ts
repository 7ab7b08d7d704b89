import type { Principal } from '@aicp/api-kit/access/principal';
import type { Collection } from '../../resources/collection.ts';
import { isWriterOf } from '../../resources/rights.ts';
import type { StoredObject } from '../../resources/stored-object.ts';

/** Whether somebody may use an agent, as gateways have it, or may write it: what it says is fetched with its credential. */
export function mayUseAgent(
  collection: Collection,
  object: StoredObject,
  principal: Principal,
): boolean {
  if (isWriterOf(collection, object, principal)) return true;
  const { allowedTeams: teams, allowedKeys: keys } = object.spec as Allowed;
  if (teams === undefined && keys === undefined) return true;
  const { teamIds, keyName } = principal;
  const isOfTeam = teamIds.some((team) => teams?.includes(team) === true);
  return isOfTeam || (keyName !== undefined && keys?.includes(keyName) === true);
}

interface Allowed {
  readonly allowedTeams?: readonly string[];
  readonly allowedKeys?: readonly string[];
}
