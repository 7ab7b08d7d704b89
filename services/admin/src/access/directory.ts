import {
  organizationFragment,
  teamFragment,
  type OrganizationFragment,
  type TeamFragment,
} from '@aicp/contracts/snapshot/sections/accounts';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { SectionReader, type FragmentError } from '@aicp/common/snapshot/section-reader';
import type { z } from 'zod';
import { accountsIndex, type AccountsIndex } from './accounts-index.ts';
import { KeysBySection, readKeys, type KnownKey } from '@aicp/api-kit/access/keys-by-section';
import { grantsOf, type Grant } from '@aicp/contracts/people/memberships';

interface Contents {
  readonly keys: KeysBySection;
  readonly accounts: AccountsIndex;
}

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
    const keys = readKeys(this.reader, snapshot, errors);
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

  /** The key that this secret is, and its hash; undefined where none is. Whether it may be used says `problemOf`. */
  keyOfSecret(secret: string): { key: KnownKey; hash: string } | undefined {
    return this.contents?.keys.ofSecret(secret);
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
