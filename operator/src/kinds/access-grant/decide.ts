import { grantNameFor, type AccessGrantSpec } from '@aicp/crds/access-grant';
import { readAsItIs, type Decision } from '../decision.ts';
import type { SourceObject } from '../source-object.ts';
import type { AccessGrantGathered } from './gather.ts';

const UNASKED =
  'no request for access stands behind it, and the gateway of this version asks for no grant';

/**
 * An AccessGrant adds nothing to a snapshot. The admin service keeps one that it made in step with the request that it was granted on; one
 * that somebody wrote is stored.
 */
export function decideAccessGrant(
  { name }: Pick<SourceObject, 'name'>,
  { requestId }: AccessGrantSpec,
  { missing }: AccessGrantGathered,
): Decision {
  const decision = readAsItIs(missing);
  const isKept = requestId !== undefined && name === grantNameFor(requestId);
  return isKept ? decision : { ...decision, notEnforced: UNASKED };
}
