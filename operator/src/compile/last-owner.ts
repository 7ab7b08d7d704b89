import type { OwnerBinding } from '@aicp/crds/kit/conditions';
import { keyFragment } from '@aicp/contracts/snapshot/sections/keys';
import { sectionSchema } from '@aicp/contracts/snapshot/sections';
import { z } from 'zod';
import type { Bindings, Owners } from '../kinds/ownership/resolve-owners.ts';
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
  { object, kind, sections }: Reading,
  { bindings }: Pick<CompileInput, 'bindings'>,
  previous: Previous,
): Bindings {
  const { owner, parent } = ofThisObject(bindings.get(object.uid) ?? {}, object.uid);
  // A status may say that there was no maker yet, and the snapshot be of a moment when there was one.
  const isBound = parent?.uid !== undefined || kind.hasMaker !== true;
  if (owner && isBound) return { owner, parent };
  const fragments = sections.map((section) => ownerFields(previous.lastGood(section, object.uid)));
  const objectUid = object.uid;
  const madeBy = fragments.find((one) => one.madeBy)?.madeBy;
  return {
    owner: owner ?? fragments.map((one) => ownerIn(one, objectUid)).find((one) => one),
    parent: !isBound && madeBy ? { objectUid, ...madeBy } : parent,
  };
}

type OwnerFields = z.output<typeof fragmentOwner>;

const NO_FIELDS: OwnerFields = {};
/** What was read of fragments, which never change. */
const read = new WeakMap<object, OwnerFields>();

function ownerFields(fragment: unknown): OwnerFields {
  if (typeof fragment !== 'object' || fragment === null) return NO_FIELDS;
  let fields = read.get(fragment);
  if (!fields) {
    fields = fragmentOwner.safeParse(fragment).data ?? NO_FIELDS;
    read.set(fragment, fields);
  }
  return fields;
}

/** A record of another object is void: a backup or Git created this one anew. */
const ofThisObject = ({ owner, parent }: Bindings, uid: string): Bindings => ({
  owner: owner?.objectUid === uid ? owner : undefined,
  parent: parent?.objectUid === uid ? parent : undefined,
});

function ownerIn(
  { boundTo, organization, organizationUid }: OwnerFields,
  objectUid: string,
): OwnerBinding | undefined {
  if (boundTo) return { objectUid, ...boundTo };
  if (organization === undefined || organizationUid === undefined) return undefined;
  return { objectUid, organization, organizationUid };
}

/** The last good fragment of an object; none where it has no owner now, or where that form was of another organization. */
export function lastOwnedForm(
  { object, kind }: Reading,
  previous: Previous,
  owners: Owners,
): object | undefined {
  const owner = owners.get(object.uid);
  if (kind.keptIn === undefined || !owner || owner.problem) return undefined;
  const fragment = keptFragment(previous, kind.keptIn, object.uid);
  const { organization } = ownerFields(fragment);
  return organization === undefined || organization === owner.organization ? fragment : undefined;
}

/** The last good fragment of an object, if today's schema still takes it. */
function keptFragment(previous: Previous, section: string, uid: string): object | undefined {
  const fragment = previous.lastGood(section, uid);
  const schema = sectionSchema(section);
  const parsed = fragment === undefined ? undefined : schema?.safeParse(fragment);
  return parsed?.success ? (parsed.data as object) : undefined;
}
