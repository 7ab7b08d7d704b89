import fc from 'fast-check';
import type { AuditedCluster } from './cluster.ts';

/** So many random histories on each engine; `make prove` asks for 40. */
export const HISTORIES = Number(process.env['AICP_RANDOM_HISTORIES'] ?? 4);

const TENANTS = ['acme', 'rival'] as const;
const tenant = fc.constantFrom(...TENANTS);

/** One thing that happens: an organization or a team is written or deleted, through the API or by kubectl, or the operator comes or goes. */
export const tenantStep = fc.oneof(
  fc.record({ type: fc.constant('organization' as const), name: tenant, isApi: fc.boolean() }),
  fc.record({ type: fc.constant('no organization' as const), name: tenant, isApi: fc.boolean() }),
  fc.record({
    type: fc.constant('team' as const),
    name: fc.constantFrom('t1', 't2'),
    organization: tenant,
    isApi: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('no team' as const),
    name: fc.constantFrom('t1', 't2'),
    isApi: fc.boolean(),
  }),
  fc.record({ type: fc.constant('operator' as const), comes: fc.boolean() }),
);
type Step = typeof tenantStep extends fc.Arbitrary<infer S> ? S : never;
type Change = Exclude<Step, { type: 'operator' }>;

interface Team {
  readonly organization: string;
  /** The organization that it is bound to. */
  readonly bound?: { readonly name: string; readonly uid: string } | undefined;
  /** The change that it was left by. */
  readonly mark: string;
  /** The last change that has its entry, and whose that entry is. */
  readonly entered?: { readonly mark: string; readonly owner: string | undefined };
}

/**
 * Who may read which entry, in the plainest words: a change is of the organization that the object is bound to; while it is bound to none,
 * of the one that has the name when the entry is made. A deletion that nobody announced is of whoever its last entry was of.
 */
export class TenantsHistory {
  /** By the mark of a change (`v7`, `gone v7`): the uid of the organization that it is of; undefined: of none. */
  readonly owners = new Map<string, string | undefined>();
  private readonly cluster: AuditedCluster;
  private readonly teams = new Map<string, Team>();
  private isWatched = true;
  private marks = 0;

  constructor(cluster: AuditedCluster) {
    this.cluster = cluster;
  }

  async act(step: Step): Promise<void> {
    if (step.type === 'operator') this.isWatched = step.comes;
    else await this.change(step);
    if (this.isWatched) await this.look();
  }

  uidOf(organization: string): string | undefined {
    const label = `Organization/${organization}`;
    return this.cluster.has(label) ? this.cluster.object(label).metadata.uid : undefined;
  }

  private async change(step: Change): Promise<void> {
    const isOrganization = step.type.endsWith('organization');
    const isThere = this.cluster.has(isOrganization ? `Organization/${step.name}` : step.name);
    if (step.type.startsWith('no ') && !isThere) return;
    this.marks += 1;
    if (step.type === 'team') await this.writeTeam(step, `v${this.marks}`);
    else if (step.type === 'no team') await this.removeTeam(step);
    else await this.changeOrganization(step, `v${this.marks}`);
  }

  private async changeOrganization(
    { type, name, isApi }: Exclude<Change, { type: 'team' | 'no team' }>,
    mark: string,
  ): Promise<void> {
    const label = `Organization/${name}`;
    const isWritten = type === 'organization';
    if (!isWritten) {
      const { description } = this.cluster.object(label).spec;
      this.owners.set(`gone ${String(description)}`, this.uidOf(name));
    }
    await this.write(label, isWritten ? { description: mark } : undefined, isApi);
    if (isWritten) this.owners.set(mark, this.uidOf(name));
  }

  private async writeTeam(
    { name, organization, isApi }: Extract<Change, { type: 'team' }>,
    mark: string,
  ): Promise<void> {
    if (isApi) this.enter(name);
    this.teams.set(name, { ...this.teams.get(name), organization, mark });
    if (isApi) this.enter(name);
    await this.write(name, { description: mark, organizationId: organization }, isApi);
  }

  private async removeTeam({ name, isApi }: { name: string; isApi: boolean }): Promise<void> {
    if (isApi) this.enter(name);
    const team = this.teams.get(name);
    if (team?.entered) {
      const { mark, owner } = team.entered;
      const isTold = isApi || this.isWatched;
      this.owners.set(`gone ${mark}`, isTold ? this.ownerOf(team) : owner);
    }
    this.teams.delete(name);
    await this.write(name, undefined, isApi);
  }

  private async write(
    label: string,
    spec: Record<string, unknown> | undefined,
    isApi: boolean,
  ): Promise<void> {
    const { cluster } = this;
    if (isApi) await cluster.write('ada', label, spec);
    else if (spec) cluster.edit('kubectl', label, { spec });
    else {
      const object = cluster.remove(label);
      if (this.isWatched) await cluster.observe(cluster.gone(object));
    }
  }

  private ownerOf({ organization, bound }: Team): string | undefined {
    return bound?.name === organization ? bound.uid : this.uidOf(organization);
  }

  /** Whoever makes the entry of a change, by announcing it or by seeing it later. */
  private enter(name: string): void {
    const team = this.teams.get(name);
    if (!team || team.entered?.mark === team.mark) return;
    const owner = this.ownerOf(team);
    this.owners.set(team.mark, owner);
    this.teams.set(name, { ...team, entered: { mark: team.mark, owner } });
  }

  /** The operator binds what it sees, and tells of all of it. */
  private async look(): Promise<void> {
    this.cluster.bind();
    for (const [name, team] of this.teams) {
      const uid = this.ownerOf(team);
      if (uid !== undefined)
        this.teams.set(name, { ...team, bound: { name: team.organization, uid } });
      this.enter(name);
    }
    for (const kind of ['Organization', 'Team']) await this.cluster.inventory(kind);
  }
}

const v = (n: number) => ({ description: `v${n}` });

/** One thing that happens to an object. */
export const randomStep = fc.oneof(
  fc.record({ type: fc.constant('api' as const), dies: fc.boolean() }),
  fc.record({ type: fc.constantFrom('kubectl' as const, 'status', 'inventory') }),
  fc.record({ type: fc.constant('report' as const), twice: fc.boolean() }),
);
type ObjectStep = typeof randomStep extends fc.Arbitrary<infer S> ? S : never;

/** Does all that to the object `a`, tells of what was not told yet, and answers who wrote through the API. */
export async function act(
  cluster: AuditedCluster,
  steps: readonly ObjectStep[],
): Promise<string[]> {
  const late = [cluster.seen('a')];
  const authors: string[] = [];
  for (const [index, one] of steps.entries()) {
    const n = index + 1;
    if (one.type === 'api') {
      await cluster.write(`u${n}`, 'a', v(n), one);
      authors.push(`u${n}`);
    } else if (one.type === 'kubectl') cluster.edit(`k${n}`, 'a', { spec: v(n) });
    else if (one.type === 'status') cluster.touch('a');
    else if (one.type === 'report') {
      await cluster.observe(...late.splice(0), ...(one.twice ? [cluster.seen('a')] : []));
    } else await cluster.inventory();
    late.push(cluster.seen('a'));
  }
  await cluster.observe(...late);
  return authors;
}
