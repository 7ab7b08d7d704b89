import { hash } from 'node:crypto';
import {
  organizationFragment,
  teamFragment,
  type OrganizationFragment,
  type TeamFragment,
} from '@aicp/contracts/snapshot/sections/accounts';
import { keyFragment, type KeyFragment } from '@aicp/contracts/snapshot/sections/keys';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { KEY_SHARDS, keySection } from '@aicp/contracts/snapshot/sections/keys';
import { SectionReader, type FragmentError } from '@aicp/common/snapshot/section-reader';
import type { z } from 'zod';
import { accountsIndex, type AccountsIndex } from './accounts-index.ts';
import { KeysBySection, type KnownKey } from './keys-by-section.ts';
import { grantsOf, type Grant } from './memberships.ts';

interface Contents {
  readonly keys: KeysBySection;
  readonly accounts: AccountsIndex;
}

const SHARDS = Array.from({ length: KEY_SHARDS }, (_, shard) => keySection(shard));

/** Keys, organizations and teams as the snapshot in use has them: what every request is checked against, in memory. */
export class AccessDirectory {
  private readonly reader = new SectionReader();
  private contents: Contents | undefined;

  /** Whether there was a snapshot yet: before, nobody is known. */
  get isFilled(): boolean {
    return this.contents !== undefined;
  }

  /** Takes a snapshot, all or nothing; answers the fragments that can't be read. */
  apply(snapshot: StoredSnapshot): readonly FragmentError[] {
    const errors: FragmentError[] = [];
    const read = <S extends z.ZodType>(section: string, schema: S) =>
      this.reader.read({ snapshot, section, schema, convert: (item) => item, errors });
    const keys = SHARDS.map((section) =>
      this.reader.read({ snapshot, section, schema: keyFragment, convert: toKnownKey, errors }),
    );
    const organizations = read('organizations', organizationFragment);
    const teams = read('teams', teamFragment);
    this.reader.prune();
    if (errors.length > 0) return errors;
    const before = this.contents;
    this.contents = {
      keys: new KeysBySection(keys, before?.keys),
      accounts: accountsIndex(organizations, teams, before?.accounts),
    };
    return [];
  }

  /** The key that this secret is, and its hash; undefined where none is. Whether it may be used is `isUsable`. */
  keyOfSecret(secret: string): { key: KnownKey; hash: string } | undefined {
    const hashed = hash('sha256', secret);
    const key = this.contents?.keys.ofHash(hashed);
    return key && { key, hash: hashed };
  }

  keyOfUid(uid: string): KnownKey | undefined {
    return this.contents?.keys.ofUid(uid);
  }

  keys(): Iterable<KnownKey> {
    return this.contents?.keys.all() ?? [];
  }

  organization(id: string): OrganizationFragment | undefined {
    return this.contents?.accounts.organizations.get(id);
  }

  organizations(): Iterable<OrganizationFragment> {
    return this.contents?.accounts.organizations.values() ?? [];
  }

  /** What the memberships of a person in an organization, and in its teams, give. */
  grantsOf(organization: string, user: string): readonly Grant[] {
    return grantsOf(this.contents?.accounts.memberships, organization, user);
  }

  team(id: string): TeamFragment | undefined {
    return this.contents?.accounts.teams.get(id);
  }

  teams(): Iterable<TeamFragment> {
    return this.contents?.accounts.teams.values() ?? [];
  }
}

const toKnownKey = (fragment: KeyFragment): KnownKey => ({
  ...fragment,
  uid: fragment.source.uid,
  ends: new Map(
    fragment.hashes.map(({ hash: one, until }) => [
      one,
      until === undefined ? Infinity : Date.parse(until),
    ]),
  ),
});
