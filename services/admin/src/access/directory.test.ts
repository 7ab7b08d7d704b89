import { createHash } from 'node:crypto';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import { KEY_SHARDS, keySection } from '@aicp/contracts/snapshot/sections/keys';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AccessDirectory } from './directory.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const source = (kind: string, name: string) => ({ kind, name, uid: `${name}-uid`, generation: 1 });

/** Which keys, organizations and teams there are, by number. */
interface World {
  readonly keys: readonly number[];
  readonly blocked: readonly number[];
  readonly organizations: readonly number[];
  readonly teams: readonly number[];
}

const keyOf = (number: number, { blocked }: World) => ({
  source: source('APIKey', `key-${number}`),
  id: `key-${number}`,
  hashes: [{ hash: sha256(`secret-${number}`) }],
  role: 'member',
  allowedModels: [],
  blocked: blocked.includes(number),
  metadata: {},
});
const members = (user: string) => [{ user, role: 'org_admin' }];
const organizationOf = (number: number) => ({
  source: source('Organization', `org-${number}`),
  id: `org-${number}`,
  displayName: `Org ${number}`,
  allowedModels: [],
  blocked: false,
  members: members(`head-${number}`),
});
const teamOf = (number: number) => ({
  source: source('Team', `team-${number}`),
  id: `team-${number}`,
  displayName: `Team ${number}`,
  organization: 'org-0',
  allowedModels: [],
  blocked: false,
  members: [{ user: `lead-${number}`, role: 'team_admin' }],
});

function snapshotOf(world: World, revision: number): StoredSnapshot {
  const sections: Record<string, unknown[]> = {
    organizations: world.organizations.map(organizationOf),
    teams: world.teams.map(teamOf),
  };
  for (const number of world.keys) {
    const section = (sections[keySection(number % KEY_SHARDS)] ??= []);
    section.push(keyOf(number, world));
  }
  const contents = Object.fromEntries(
    Object.entries(sections).map(([name, items]) => [name, JSON.stringify(items)]),
  );
  const digests = Object.fromEntries(
    Object.entries(contents).map(([name, bytes]) => [name, sha256(bytes)]),
  );
  const manifest = { epoch: 1, revision, digest: sha256(JSON.stringify(digests)) };
  return { manifest: { ...manifest, sections: digests }, degraded: [], contents };
}

const NUMBERS = Array.from({ length: 40 }, (_, number) => number);
const some = fc.subarray(NUMBERS);
const world: fc.Arbitrary<World> = fc.record({
  keys: some,
  blocked: some,
  organizations: fc.subarray([0, 1, 2]),
  teams: fc.subarray([0, 1, 2]),
});

/** Everything that can be asked of a directory. */
const saidBy = (directory: AccessDirectory) => ({
  ofSecrets: NUMBERS.map((number) => directory.keyOfSecret(`secret-${number}`)),
  ofUids: NUMBERS.map((number) => directory.keyOfUid(`key-${number}-uid`)),
  keys: [...directory.keys()],
  organizations: [...directory.organizations()],
  teams: [...directory.teams()],
  grants: ['head-0', 'lead-0', 'lead-1'].map((user) => directory.grantsOf('org-0', user)),
});

it('says after any snapshots what one says that has seen the last of them alone', () => {
  fc.assert(
    fc.property(fc.array(world, { minLength: 1, maxLength: 5 }), (worlds) => {
      const followed = new AccessDirectory();
      worlds.forEach((one, revision) => {
        const snapshot = snapshotOf(one, revision);
        const afresh = new AccessDirectory();
        expect(followed.apply(snapshot)).toEqual([]);
        expect(afresh.apply(snapshot)).toEqual([]);
        expect(saidBy(followed)).toEqual(saidBy(afresh));
        expect(followed.grantsOf('org-0', 'head-0')).toHaveLength(
          one.organizations.includes(0) ? 1 : 0,
        );
        expect(
          saidBy(followed)
            .keys.map(({ id }) => id)
            .toSorted(),
        ).toEqual(one.keys.map((number) => `key-${number}`).toSorted());
      });
    }),
    { numRuns: 60 },
  );
});
