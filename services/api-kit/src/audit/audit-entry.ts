import { canonicalJson, sha256 } from '@aicp/contracts/snapshot/digest';
import { z } from 'zod';

export const AUDIT_SOURCES = ['api', 'console', 'kubectl', 'gitops', 'system'] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

const state = z.record(z.string(), z.unknown()).nullable();

/** What somebody did, or tried to. */
export const auditEntry = z
  .object({
    id: z.uuid().meta({ description: 'UUIDv7.' }),
    seq: z.int().meta({ description: 'Place in the chain, from 1.' }),
    timestamp: z.iso.datetime().meta({ description: 'When it was recorded; never goes back.' }),
    organization_id: z.string().nullable().meta({ description: 'Null: the platform’s.' }),
    organization_uid: z.string().nullable().meta({
      description:
        'The uid of the organization: another one of the same name reads none of it. `unknown`: there was none of that name. Null: the platform’s, or an entry of an earlier version.',
    }),
    user_id: z.string().nullable().meta({
      description:
        'The person or key; the field manager where a change did not come through the API; null where nothing says who it was.',
    }),
    key_id: z.string().nullable().meta({
      description:
        'The API key that it was done with. `user_id` is then the person whom that key names, if it names one. Null: without a key, or not known.',
    }),
    action: z.string().meta({ description: '`create`, `update`, `delete`, `login`, `denied` …' }),
    resource_type: z.string().meta({ description: 'Singular: `organization`, `routing_policy`.' }),
    resource_id: z.string().nullable(),
    changes: z
      .object({ before: state, after: state })
      .nullable()
      .meta({ description: 'Before and after, secrets masked.' }),
    source: z.enum(AUDIT_SOURCES),
    ip: z.string().nullable(),
    request_id: z.string().nullable(),
    prev_hash: z.string().meta({ description: 'Hash of the entry before.' }),
    hash: z.string().meta({
      description:
        'SHA-256 over `prev_hash` and the RFC 8785 form of the other fields; a `key_id` or an `organization_uid` of null is left out of it.',
    }),
  })
  .meta({ id: 'AuditEntry', description: 'An entry of the audit log.' });
export type AuditEntry = z.output<typeof auditEntry>;

/** An entry before it has its place in the chain. */
export type AuditDraft = Omit<AuditEntry, 'id' | 'seq' | 'timestamp' | 'prev_hash' | 'hash'>;

/** The hash that the first entry names as the one before it. */
export const GENESIS_HASH = '0'.repeat(64);

/**
 * The hash of an entry: it covers everything else in it, and through `prev_hash` every entry before it. Entries that were written before
 * there was a `key_id` or an `organization_uid` have none, and hash as they did then: one of null is left out, so that setting or removing
 * one still shows.
 */
export function hashOf(entry: Omit<AuditEntry, 'hash'> & { readonly hash?: string }): string {
  const { hash: _, prev_hash, key_id, organization_uid, ...fields } = entry;
  const later = Object.entries({ key_id, organization_uid }).filter(
    ([, value]) => typeof value === 'string',
  );
  return sha256(prev_hash + canonicalJson({ ...fields, ...Object.fromEntries(later) }));
}

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
