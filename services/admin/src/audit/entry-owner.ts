/** Whose an entry is. */
export interface EntryOwner {
  /** metadata.name of the Organization; null: the platform. */
  readonly organization_id: string | null;
  /** metadata.uid of that Organization; null: the platform. */
  readonly organization_uid: string | null;
}

/** Stands for the uid of an organization that was not there. No organization has it, so that platform_admin alone reads such an entry. */
export const NO_ORGANIZATION = 'unknown';

/** An entry of an organization always has a uid: without one, it would count as an entry of before there were any. */
export const entryOwner = (
  organization: string | null | undefined,
  uid: string | null | undefined,
): EntryOwner =>
  organization === null || organization === undefined
    ? { organization_id: null, organization_uid: null }
    : { organization_id: organization, organization_uid: uid ?? NO_ORGANIZATION };
