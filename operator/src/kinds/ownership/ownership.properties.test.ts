import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Compiled } from '../../compile/types.ts';
import { apiKey, object } from '../../testing/builders.ts';
import { after, bindingsOf, compiled, fragments, keys } from '../../testing/compiled.ts';
import type { SourceObject } from '../source-object.ts';

const TENANTS = ['acme', 'rival'] as const;
const tenant = fc.constantFrom(...TENANTS);
const maybeTenant = fc.option(tenant, { nil: undefined });
const teamName = fc.constantFrom('data', 'ml');
const keyName = fc.constantFrom('k1', 'k2', 'k3');

/** What somebody does to the cluster; an object that is there already is deleted and created anew. */
const create = fc.oneof(
  tenant.map((name) => ({ kind: 'Organization', name, spec: {} })),
  fc
    .tuple(teamName, maybeTenant)
    .map(([name, organizationId]) => ({ kind: 'Team', name, spec: { organizationId } })),
  fc
    .tuple(keyName, maybeTenant, fc.option(teamName, { nil: undefined }))
    .map(([name, organizationId, teamId]) => ({
      ...{ kind: 'APIKey', name },
      spec: { organizationId, teamId },
    })),
);
const remove = fc.oneof(
  tenant.map((name) => ({ kind: 'Organization', name })),
  teamName.map((name) => ({ kind: 'Team', name })),
  keyName.map((name) => ({ kind: 'APIKey', name })),
);
const step = fc.record({
  change: fc.oneof(create, remove),
  /** Whether the operator sees the cluster after it, or is down until a later step. */
  isSeen: fc.boolean(),
  /** Whether it wrote the statuses, or was killed before and has the committed snapshot alone; not twice in a row. */
  isWritten: fc.boolean(),
});

interface Spec {
  readonly organizationId?: string | undefined;
  readonly teamId?: string | undefined;
}

/** Who owns what, in the plainest words: an object is of the very organization that was there when it was first seen with it. */
class Model {
  readonly objects = new Map<string, SourceObject>();
  /** By uid of the object: `name uid` of its organization, or `platform`. */
  private readonly firstSeen = new Map<string, string>();
  private made = 0;

  change({ kind, name, spec }: { kind: string; name: string; spec?: object }): void {
    this.objects.delete(`${kind}/${name}`);
    if (!spec) return;
    this.made += 1;
    const uid = `uid-${this.made}`;
    const made =
      kind === 'APIKey' ? apiKey(name, spec, { uid }) : object(kind, name, spec, { uid });
    this.objects.set(`${kind}/${name}`, made);
  }

  /** An operator looks: whatever has an organization for the first time is of that one from now on. */
  look(): void {
    for (const one of this.objects.values()) {
      const owner = this.ownerNow(one);
      if (owner !== undefined && !this.firstSeen.has(one.uid)) this.firstSeen.set(one.uid, owner);
    }
  }

  works(name: string): boolean | undefined {
    const key = this.objects.get(`APIKey/${name}`);
    if (!key) return undefined;
    const { organizationId, teamId } = key.spec as Spec;
    const team = this.objects.get(`Team/${teamId ?? ''}`);
    if (teamId === undefined) return organizationId === undefined || this.isIntact(key);
    if (!team || !this.isIntact(team) || !this.isIntact(key)) return false;
    const ofTeam = (team.spec as Spec).organizationId;
    return organizationId === undefined || organizationId === ofTeam;
  }

  private isIntact(one: SourceObject): boolean {
    const owner = this.ownerNow(one);
    return owner !== undefined && owner === this.firstSeen.get(one.uid);
  }

  private ownerNow({ spec }: SourceObject): string | undefined {
    const { organizationId, teamId } = spec as Spec;
    const team = this.objects.get(`Team/${teamId ?? ''}`);
    if (organizationId === undefined && teamId !== undefined && !team) return undefined;
    const name = organizationId ?? (team?.spec as Spec | undefined)?.organizationId;
    if (name === undefined) return 'platform';
    const organization = this.objects.get(`Organization/${name}`);
    return organization && `${name} ${organization.uid}`;
  }
}

it('a key works if and only if its owners are there with the very uids that it was bound to', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const model = new Model();
      let last: Compiled = compiled([]);
      let wasWritten = true;
      let statuses: Parameters<typeof compiled>[1] = {};
      for (const { change, isSeen, isWritten } of steps) {
        model.change(change);
        if (!isSeen) continue;
        model.look();
        last = compiled([...model.objects.values()], { ...statuses, previous: after(last) });
        wasWritten = isWritten || !wasWritten;
        if (wasWritten) statuses = { bindings: bindingsOf(last) };
        expectTheSame(last, model);
      }
    }),
    { numRuns: 1000 },
  );
});

function expectTheSame(result: Compiled, model: Model): void {
  const found = new Map(
    keys(result).map((fragment) => [fragment['id'], fragment['ownerMissing'] === undefined]),
  );
  for (const name of ['k1', 'k2', 'k3']) {
    expect([name, found.get(name)]).toEqual([name, model.works(name)]);
  }
  for (const team of fragments(result, 'teams')) {
    const organization = model.objects.get(`Organization/${String(team['organization'])}`);
    expect(team['organizationUid']).toBe(organization?.uid);
  }
}
