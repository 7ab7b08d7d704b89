import type { Clock } from '@aicp/common/time/clock';
import type { Observation, ObservationReport } from '@aicp/contracts/audit/observation';
import type { ObjectAuditDatabase, ObjectAuditTables } from '../records/audit-tables.ts';
import type { NameObject } from '../records/audit-naming.ts';
import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { recordObservations } from './record-observations.ts';
import { findSeen, listPresent } from '../records/seen-store.ts';

export interface InboxOptions {
  readonly database: ObjectAuditDatabase;
  readonly chain: AuditChain<ObjectAuditTables>;
  readonly name: NameObject;
  /** Whether Kubernetes has this very object now. Rejects where it can't say. */
  readonly isThere: (kind: string, name: string, uid: string) => Promise<boolean>;
  readonly clock: Clock;
}

/** Takes what the operator saw, and makes entries of what nobody has made one of. Safe to be told twice. */
export class ObservationInbox {
  private readonly options: InboxOptions;

  constructor(options: InboxOptions) {
    this.options = options;
  }

  /** The uids of objects whose present state is not known and should be told. Rejects where nothing was taken. */
  async take(report: ObservationReport): Promise<string[]> {
    if (report.type === 'inventory') return await this.compare(report);
    await this.record(report.changes);
    return [];
  }

  /** Objects that are gone since somebody last looked make an entry; those that are new or different are asked for. */
  private async compare({
    kind,
    objects,
  }: Extract<ObservationReport, { type: 'inventory' }>): Promise<string[]> {
    const { database, isThere } = this.options;
    const known = await listPresent(database.kysely, kind);
    const listed = new Set(objects.map(({ uid }) => uid));
    const gone: string[] = [];
    for (const { uid, name } of known) {
      // What was made since the inventory is not in it.
      if (!listed.has(uid) && !(await isThere(kind, name, uid))) gone.push(uid);
    }
    await this.recordGone(gone);
    const stamps = new Map(known.map(({ uid, stamp }) => [uid, stamp]));
    return objects.filter(({ uid, stamp }) => stamps.get(uid) !== stamp).map(({ uid }) => uid);
  }

  private async recordGone(uids: readonly string[]): Promise<void> {
    const seen = await findSeen(this.options.database.kysely, uids);
    await this.record(
      [...seen.values()].map(({ uid, kind, name, resourceVersion, stamp }) => ({
        uid,
        kind,
        name,
        resourceVersion,
        stamp,
        generation: 0,
        manager: null,
        isGitOps: false,
        intent: null,
        state: null,
      })),
    );
  }

  private async record(changes: readonly Observation[]): Promise<void> {
    if (changes.length === 0) return;
    const { chain, clock, name } = this.options;
    await chain.write((writer) =>
      recordObservations(writer, changes, { name, now: new Date(clock.now()) }),
    );
  }
}
