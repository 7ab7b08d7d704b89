import type { OwnerBinding } from '@aicp/crds/kit/conditions';
import { keyFragment } from '@aicp/contracts/snapshot/fragments';
import { z } from 'zod';
import type { Owners } from '../kinds/ownership/resolve-owners.ts';
import { keptFragment } from './kept.ts';
import type { Reading } from './read-spec.ts';
import type { CompileInput, Previous } from './types.ts';

const fragmentOwner = z.object({
  boundTo: keyFragment.shape.boundTo,
  organization: z.string().optional(),
  organizationUid: z.string().optional(),
});

/**
 * What an object was bound to: what its status records, else what the committed snapshot holds of it. So a binding that was served once
 * is not lost even where the operator was killed before it wrote the status.
 */
export function recordedBinding(
  { object, sections }: Reading,
  { bindings }: Pick<CompileInput, 'bindings'>,
  previous: Previous,
): OwnerBinding | undefined {
  const recorded = bindings.get(object.uid);
  if (recorded) return recorded;
  for (const section of sections) {
    const fragment = fragmentOwner.safeParse(previous.lastGood(section, object.uid)).data ?? {};
    const { boundTo, organization, organizationUid } = fragment;
    if (boundTo) return { objectUid: object.uid, ...boundTo };
    if (organization === undefined || organizationUid === undefined) continue;
    return { objectUid: object.uid, organization, organizationUid };
  }
  return undefined;
}

/** The last good fragment of an object; none where it has no owner now, or where that form was of another organization. */
export function lastOwnedForm(
  { object, feature }: Reading,
  previous: Previous,
  owners: Owners,
): object | undefined {
  const owner = owners.get(object.uid);
  if (feature.keptIn === undefined || !owner || owner.problem) return undefined;
  const fragment = keptFragment(previous, feature.keptIn, object.uid);
  const { organization } = fragmentOwner.safeParse(fragment).data ?? {};
  return organization === undefined || organization === owner.organization ? fragment : undefined;
}
