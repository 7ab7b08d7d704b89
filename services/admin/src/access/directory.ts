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
import { grantsOf, membershipsIn, type Grant, type Memberships } from './memberships.ts';

/** A key as this service knows it. */
export interface KnownKey extends KeyFragment {
  /** metadata.uid of its object. */
  readonly uid: string;
  /** Each SHA-256 that is good for it, with the moment (ms) at which it stops being so; Infinity where there is none. */
  readonly ends: ReadonlyMap<string, number>;
}

interface Contents {
  readonly keysByHash: ReadonlyMap<string, KnownKey>;
  readonly keysByUid: ReadonlyMap<string, KnownKey>;
  readonly organizations: ReadonlyMap<string, OrganizationFragment>;
  readonly teams: ReadonlyMap<string, TeamFragment>;
  readonly memberships: Memberships;
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
    const keys = SHARDS.flatMap((section) =>
      this.reader.read({ snapshot, section, schema: keyFragment, convert: toKnownKey, errors }),
    );
    const organizations = read('organizations', organizationFragment);
    const teams = read('teams', teamFragment);
    this.reader.prune();
    if (errors.length > 0) return errors;
    this.contents = {
      keysByHash: byHash(keys),
      keysByUid: byUid(keys),
      organizations: new Map(organizations.map((one) => [one.id, one])),
      teams: new Map(teams.map((one) => [one.id, one])),
      memberships: membershipsIn(organizations, teams),
    };
    return [];
  }

  /** The key that this secret is, and its hash; undefined where none is. Whether it may be used is `isUsable`. */
  keyOfSecret(secret: string): { key: KnownKey; hash: string } | undefined {
    const hashed = hash('sha256', secret);
    const key = this.contents?.keysByHash.get(hashed);
    return key && { key, hash: hashed };
  }

  keyOfUid(uid: string): KnownKey | undefined {
    return this.contents?.keysByUid.get(uid);
  }

  keys(): Iterable<KnownKey> {
    return this.contents?.keysByUid.values() ?? [];
  }

  organization(id: string): OrganizationFragment | undefined {
    return this.contents?.organizations.get(id);
  }

  organizations(): Iterable<OrganizationFragment> {
    return this.contents?.organizations.values() ?? [];
  }

  /** What the memberships of a person in an organization, and in its teams, give. */
  grantsOf(organization: string, user: string): readonly Grant[] {
    return grantsOf(this.contents?.memberships, organization, user);
  }

  team(id: string): TeamFragment | undefined {
    return this.contents?.teams.get(id);
  }

  teams(): Iterable<TeamFragment> {
    return this.contents?.teams.values() ?? [];
  }
}

function byHash(keys: readonly KnownKey[]): ReadonlyMap<string, KnownKey> {
  const found = new Map<string, KnownKey>();
  for (const key of keys) for (const hashed of key.ends.keys()) found.set(hashed, key);
  return found;
}

function byUid(keys: readonly KnownKey[]): ReadonlyMap<string, KnownKey> {
  const found = new Map<string, KnownKey>();
  for (const key of keys) found.set(key.uid, key);
  return found;
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
