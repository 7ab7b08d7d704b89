import type { AccessGrantFragment } from '@aicp/contracts/snapshot/sections/access';
import { accessGrant, grantNameFor, type AccessGrantSpec } from '@aicp/crds/access-grant';
import { tierNamed } from '../access-tier/kind.ts';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

interface Gathered {
  /** Sentences on what it names and does not exist. */
  readonly missing: readonly string[];
  /** After so many days it ends at the latest, by its tier. */
  readonly days: number | undefined;
}

/** An AccessGrant opens the models of a tier to somebody. Where something of it is missing it opens nothing, and no earlier form of it stands in: what is revoked is gone. */
export const accessGrantKind = operatorKind<AccessGrantSpec, Gathered>({
  definition: accessGrant,
  sections: () => ['access_grants'],
  gather: (spec, lookup, referrer) => ({
    missing: missingReferences(accessGrant, spec, { lookup, referrer }).missing,
    days: tierNamed(lookup, spec.tierId)?.days,
  }),
  decide: decideAccessGrant,
});

function decideAccessGrant(
  object: SourceObject,
  spec: AccessGrantSpec,
  { missing, days }: Gathered,
): KindVerdict {
  const { tierId, organizationId, teamId, userId, keyId, expiresAt } = spec;
  if (expiresAt !== undefined && Number.isNaN(Date.parse(expiresAt))) {
    return notAccepted('Invalid', 'spec.expiresAt: there is no such moment: write another date');
  }
  if (missing.length > 0) return notAccepted('ReferenceNotFound', missing.join('; '));
  const latest = isOfRequest(object, spec) ? undefined : endBy(object, days);
  const isCut =
    latest !== undefined &&
    !(expiresAt !== undefined && Date.parse(expiresAt) <= Date.parse(latest));
  const fragment: AccessGrantFragment = {
    source: sourceOf(object),
    tier: tierId,
    organization: organizationId,
    to: { key: keyId, team: teamId, user: userId },
    expiresAt: isCut ? latest : expiresAt,
  };
  const notes = isCut
    ? [`ends at ${latest}: AccessTier "${tierId}" gives ${days} days at most`]
    : [];
  return accepted([{ section: 'access_grants', fragment }], notes);
}

/** The end of a grant that was made on a request was settled when that was approved, by what the tier said then. */
const isOfRequest = ({ name }: SourceObject, { requestId }: AccessGrantSpec): boolean =>
  requestId !== undefined && name === grantNameFor(requestId);

const DAY_MS = 86_400_000;

const endBy = ({ created }: SourceObject, days: number | undefined): string | undefined =>
  days === undefined ? undefined : new Date(Date.parse(created) + days * DAY_MS).toISOString();
