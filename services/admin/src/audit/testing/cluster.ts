import { isDeepStrictEqual } from 'node:util';
import { ownerOf } from '@aicp/common/kubernetes/ownership';
import type { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { Observation } from '@aicp/contracts/audit/observation';
import { deletionOf, observationOf } from '@aicp/contracts/audit/observation-of';
import { ownerSeen, type OwnerLookup } from '@aicp/contracts/audit/observed-owner';
import type { OwnerBinding } from '@aicp/crds/kit/conditions';
import { API_VERSION } from '@aicp/crds/kit/kind';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { AdminDatabase } from '../../database/tables.ts';
import type { PendingWrite } from '../../resources/write-hooks.ts';
import { permissionsOf } from '../../access/permissions.ts';
import { nameOfObject } from '../records/audit-naming.ts';
import { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { AuditHooks } from '../intents/audit-hooks.ts';
import { ObservationInbox } from '../observations/observation-inbox.ts';

interface Change {
  readonly spec?: Record<string, unknown>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Objects as Kubernetes would keep them, an audited service that writes them, others who do, and what an operator sees. They are called
 * `Organization/acme`; a name alone is that of a Team.
 */
export class AuditedCluster {
  readonly hooks: AuditHooks;
  readonly inbox: ObservationInbox;
  readonly chain: AuditChain;
  readonly log = recordingLog();
  private readonly objects = new Map<string, StoredObject>();
  private readonly clock: ManualClock;
  private readonly owners: OwnerLookup = {
    organizationUid: (name) => this.objects.get(`Organization/${name}`)?.metadata.uid,
    team: (name) => this.objects.get(name),
  };
  private version = 100;

  constructor(options: { database: AdminDatabase; clock: ManualClock; chain?: AuditChain }) {
    const { clock, database } = options;
    this.clock = clock;
    this.chain = options.chain ?? new AuditChain(options);
    const parts = { database, clock, chain: this.chain, name: nameOfObject };
    this.hooks = new AuditHooks({ ...parts, owners: this.owners, log: this.log.log });
    this.inbox = new ObservationInbox({
      ...parts,
      isThere: (kind, name, uid) =>
        Promise.resolve(this.objects.get(labelOf(kind, name))?.metadata.uid === uid),
    });
  }

  /** What is there. */
  object(name: string): StoredObject {
    const object = this.objects.get(name);
    if (!object) throw new Error(`no ${name}`);
    return object;
  }

  /** Announces and makes a change through the API; `settle` is left to the caller. */
  async announce(user: string, label: string, spec: Record<string, unknown> | undefined) {
    const before = this.objects.get(label);
    const after = spec && this.drafted(label, spec, before);
    const { kind, name } = partsOf(label);
    const pending = await this.hooks.before({
      action: actionOf(before, after),
      kind,
      name,
      before,
      after,
      resource: kind.toLowerCase(),
      principal: {
        kind: 'user',
        subject: user,
        role: 'platform_admin',
        organizationId: undefined,
        teamIds: [],
        permissions: permissionsOf('platform_admin'),
      },
      requestId: `r-${user}`,
      ip: '192.0.2.7',
      source: 'api',
    });
    return { pending, before };
  }

  /** A change through the API. `dies`: the service is killed between the write and its entry. */
  async write(
    user: string,
    name: string,
    spec: Record<string, unknown> | undefined,
    { dies = false } = {},
  ): Promise<PendingWrite> {
    const { pending, before } = await this.announce(user, name, spec);
    const stored = spec
      ? this.store('aicp-admin', name, { spec, annotations: pending.annotations })
      : this.remove(name);
    if (!dies) await pending.settle({ object: spec ? stored : (before ?? stored) });
    return pending;
  }

  /** A change by somebody else. It leaves annotations alone unless told what they are. */
  edit(manager: string, name: string, change: Change): StoredObject {
    return this.store(manager, name, change);
  }

  remove(name: string): StoredObject {
    const object = this.object(name);
    this.objects.delete(name);
    this.version += 1;
    return object;
  }

  /** A change of the status: a new resourceVersion, and nothing else. */
  touch(name: string): void {
    const object = this.object(name);
    this.version += 1;
    const metadata = { ...object.metadata, resourceVersion: String(this.version) };
    this.objects.set(name, { ...object, metadata });
  }

  /** What an operator would see of an object now. */
  seen(name: string): Observation {
    const object = this.object(name);
    return observationOf(object, this.about(object));
  }

  gone(object: StoredObject): Observation {
    return deletionOf(object, this.about(object));
  }

  async observe(...changes: Observation[]): Promise<void> {
    await this.inbox.take({ type: 'changes', changes });
  }

  /** All that an operator does after a start with the objects of a kind. */
  async inventory(kind = 'Team'): Promise<string[]> {
    const labels = [...this.objects].filter(([, object]) => object.kind === kind);
    const all = labels.map(([label]) => this.seen(label));
    const objects = all.map(({ uid, stamp }) => ({ uid, stamp }));
    const wanted = await this.inbox.take({ type: 'inventory', kind, objects });
    await this.observe(...all.filter(({ uid }) => wanted.includes(uid)));
    return wanted;
  }

  /** Binds every object that is of an organization by its name, unless it is bound to one of that name; says what is bound to what. */
  bind(): void {
    for (const [label, object] of this.objects) {
      const { organizationId } = object.spec as { organizationId?: string };
      const { uid: objectUid } = object.metadata;
      const bound = (object.status as { owner?: OwnerBinding } | undefined)?.owner;
      if (organizationId === undefined || bound?.organization === organizationId) continue;
      const organizationUid = this.owners.organizationUid(organizationId);
      if (organizationUid === undefined || objectUid === undefined) continue;
      const owner = { objectUid, organization: organizationId, organizationUid };
      this.objects.set(label, { ...object, status: { owner } });
      this.touch(label);
    }
  }

  has(label: string): boolean {
    return this.objects.has(label);
  }

  private about(object: StoredObject) {
    const { kind } = object;
    const owner = ownerSeen(kind, object, this.owners);
    return { kind, isGitOps: ownerOf(object).readOnly, owner };
  }

  private drafted(
    label: string,
    spec: Record<string, unknown>,
    before: StoredObject | undefined,
  ): StoredObject {
    const { kind, name } = partsOf(label);
    const metadata = before?.metadata ?? { name };
    const status = before?.status;
    return { apiVersion: API_VERSION, kind, metadata, spec, ...(status && { status }) };
  }

  private store(manager: string, label: string, change: Change): StoredObject {
    const before = this.objects.get(label);
    this.version += 1;
    const spec = change.spec ?? before?.spec ?? {};
    const time = new Date(this.clock.now()).toISOString();
    const drafted = this.drafted(label, spec, before);
    const object: StoredObject = {
      ...drafted,
      metadata: {
        name: drafted.metadata.name,
        uid: drafted.metadata.uid ?? `uid-${this.version}`,
        resourceVersion: String(this.version),
        generation: generationOf(before, spec),
        annotations: { ...drafted.metadata.annotations, ...change.annotations },
        managedFields: [{ manager, operation: 'Update', time }],
      },
    };
    this.objects.set(label, object);
    return object;
  }
}

const labelOf = (kind: string, name: string): string =>
  kind === 'Team' ? name : `${kind}/${name}`;

function partsOf(label: string): { kind: string; name: string } {
  const [kind = '', name] = label.split('/');
  return name === undefined ? { kind: 'Team', name: kind } : { kind, name };
}

function generationOf(before: StoredObject | undefined, spec: object): number {
  const { generation = 0 } = before?.metadata ?? {};
  return isDeepStrictEqual(before?.spec, spec) ? generation : generation + 1;
}

function actionOf(before: StoredObject | undefined, after: StoredObject | undefined): string {
  if (!after) return 'delete';
  return before ? 'update' : 'create';
}
