import { isDeepStrictEqual } from 'node:util';
import { ownerOf } from '@aicp/common/kubernetes/ownership';
import type { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { Observation } from '@aicp/contracts/audit/observation';
import { deletionOf, observationOf } from '@aicp/contracts/audit/observation-of';
import { API_VERSION } from '@aicp/crds/kit/kind';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { AdminDatabase } from '../../database/tables.ts';
import type { PendingWrite } from '../../resources/write-hooks.ts';
import { permissionsOf } from '../../access/permissions.ts';
import { namingBy } from '../audit-naming.ts';
import { AuditChain } from '../chain/audit-chain.ts';
import { AuditHooks } from '../intents/audit-hooks.ts';
import { ObservationInbox } from '../observations/observation-inbox.ts';

interface Change {
  readonly spec?: Record<string, unknown>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Objects of one kind as Kubernetes would keep them, an audited service that writes them, others who do, and what an operator sees. */
export class AuditedCluster {
  readonly hooks: AuditHooks;
  readonly inbox: ObservationInbox;
  readonly chain: AuditChain;
  readonly log = recordingLog();
  private readonly objects = new Map<string, StoredObject>();
  private readonly clock: ManualClock;
  private version = 100;

  constructor(options: { database: AdminDatabase; clock: ManualClock; chain?: AuditChain }) {
    const { clock, database } = options;
    this.clock = clock;
    this.chain = options.chain ?? new AuditChain(options);
    const parts = { database, clock, chain: this.chain, name: namingBy([]) };
    this.hooks = new AuditHooks({ ...parts, log: this.log.log });
    this.inbox = new ObservationInbox({
      ...parts,
      isThere: (_, name, uid) => Promise.resolve(this.objects.get(name)?.metadata.uid === uid),
    });
  }

  /** What is there. */
  object(name: string): StoredObject {
    const object = this.objects.get(name);
    if (!object) throw new Error(`no ${name}`);
    return object;
  }

  /** Announces and makes a change through the API; `settle` is left to the caller. */
  async announce(user: string, name: string, spec: Record<string, unknown> | undefined) {
    const before = this.objects.get(name);
    const after = spec && this.drafted(name, spec, before);
    const pending = await this.hooks.before({
      ...{ action: actionOf(before, after), kind: 'Team', resource: 'team', name, before, after },
      principal: {
        ...{ kind: 'user', subject: user, role: 'platform_admin', organizationId: undefined },
        ...{ teamIds: [], permissions: permissionsOf('platform_admin') },
      },
      ...{ requestId: `r-${user}`, ip: '192.0.2.7', source: 'api' },
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
    return observationOf(object, { kind: 'Team', isGitOps: ownerOf(object).readOnly });
  }

  gone(object: StoredObject): Observation {
    return deletionOf(object, { kind: 'Team', isGitOps: false });
  }

  async observe(...changes: Observation[]): Promise<void> {
    await this.inbox.take({ type: 'changes', changes });
  }

  /** All that an operator does after a start. */
  async inventory(): Promise<string[]> {
    const all = [...this.objects.keys()].map((name) => this.seen(name));
    const objects = all.map(({ uid, stamp }) => ({ uid, stamp }));
    const wanted = await this.inbox.take({ type: 'inventory', kind: 'Team', objects });
    await this.observe(...all.filter(({ uid }) => wanted.includes(uid)));
    return wanted;
  }

  private drafted(
    name: string,
    spec: Record<string, unknown>,
    before: StoredObject | undefined,
  ): StoredObject {
    const metadata = before?.metadata ?? { name };
    return { apiVersion: API_VERSION, kind: 'Team', metadata, spec };
  }

  private store(manager: string, name: string, change: Change): StoredObject {
    const before = this.objects.get(name);
    this.version += 1;
    const spec = change.spec ?? before?.spec ?? {};
    const time = new Date(this.clock.now()).toISOString();
    const drafted = this.drafted(name, spec, before);
    const object: StoredObject = {
      ...drafted,
      metadata: {
        name,
        uid: drafted.metadata.uid ?? `uid-${this.version}`,
        resourceVersion: String(this.version),
        generation: generationOf(before, spec),
        annotations: { ...drafted.metadata.annotations, ...change.annotations },
        managedFields: [{ manager, operation: 'Update', time }],
      },
    };
    this.objects.set(name, object);
    return object;
  }
}

function generationOf(before: StoredObject | undefined, spec: object): number {
  const { generation = 0 } = before?.metadata ?? {};
  return isDeepStrictEqual(before?.spec, spec) ? generation : generation + 1;
}

function actionOf(before: StoredObject | undefined, after: StoredObject | undefined): string {
  if (!after) return 'delete';
  return before ? 'update' : 'create';
}
