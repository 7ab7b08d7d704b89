import type { OwnerBinding } from '@aicp/crds/kit/conditions';
import { keyFragment } from '@aicp/contracts/snapshot/fragments';
import { z } from 'zod';
import type { Bindings, Owners } from '../kinds/ownership/resolve-owners.ts';
import { keptFragment } from './kept.ts';
import type { Reading } from './read-spec.ts';
import type { CompileInput, Previous } from './types.ts';

const fragmentOwner = z.object({
  boundTo: keyFragment.shape.boundTo,
  madeBy: keyFragment.shape.madeBy,
  organization: z.string().optional(),
  organizationUid: z.string().optional(),
});

/**
 * What an object was bound to: what its status records, else what the committed snapshot holds of it. So a binding that was served once
 * is not lost even where the operator was killed before it wrote the status.
 */
export function recordedBindings(
  { object, sections }: Reading,
  { bindings }: Pick<CompileInput, 'bindings'>,
  previous: Previous,
): Bindings {
  const { owner, parent } = ofThisObject(bindings.get(object.uid) ?? {}, object.uid);
  // A status may say that there was no maker yet, and the snapshot be of a moment when there was one.
  const isBound = parent?.uid !== undefined || object.kind !== 'APIKey';
  if (owner && isBound) return { owner, parent };
  const fragments = sections.map(
    (section) => fragmentOwner.safeParse(previous.lastGood(section, object.uid)).data ?? {},
  );
  const objectUid = object.uid;
  const madeBy = fragments.find((one) => one.madeBy)?.madeBy;
  return {
    owner: owner ?? fragments.map((one) => ownerIn(one, objectUid)).find((one) => one),
    parent: !isBound && madeBy ? { objectUid, ...madeBy } : parent,
  };
}

/** A record of another object is void: a backup or Git created this one anew. */
const ofThisObject = ({ owner, parent }: Bindings, uid: string): Bindings => ({
  owner: owner?.objectUid === uid ? owner : undefined,
  parent: parent?.objectUid === uid ? parent : undefined,
});

function ownerIn(
  { boundTo, organization, organizationUid }: z.output<typeof fragmentOwner>,
  objectUid: string,
): OwnerBinding | undefined {
  if (boundTo) return { objectUid, ...boundTo };
  if (organization === undefined || organizationUid === undefined) return undefined;
  return { objectUid, organization, organizationUid };
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
