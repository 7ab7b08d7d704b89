import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import { isDeepStrictEqual } from 'node:util';
import { hasReached } from '../../resources/cache-waiters.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { SeenRow, SeenStore } from './seen-store.ts';
import type { Surroundings, Watch } from './watch.ts';

export interface WatchTurnsOptions {
  readonly watch: Watch;
  readonly objects: Pick<ObjectStore, 'list' | 'read'>;
  readonly seen: Pick<SeenStore, 'stateOf' | 'rowsOf' | 'write'>;
}

/** What is known of what was seen, as of one turn. */
interface Memory {
  readonly turn: number;
  readonly startedMs: number;
  readonly rows: Map<string, SeenRow>;
}

/** Objects whose change one turn writes at most; the others' is for the next. */
const MOST_AT_ONCE = 1_000;
/** Objects that one turn asks the Kubernetes API for at most, whether they are deleted. */
const MOST_READ = 100;
/** What happened so long before the first look is not news. The clocks of the API server and of this process may differ by as much, ms. */
const DIFFERENCE_MS = 60_000;

/** Looks at objects turn by turn. Whatever happened is told once, however many replicas take turns. */
export class WatchTurns {
  private readonly options: WatchTurnsOptions;
  private memory: Memory | undefined;

  constructor(options: WatchTurnsOptions) {
    this.options = options;
  }

  /** One turn; answers whether there is more to do at once. */
  async turn(surroundings: Surroundings): Promise<boolean> {
    const { watch, seen } = this.options;
    const state = await seen.stateOf(watch.name);
    if (!state) {
      await this.first(surroundings);
      return false;
    }
    const memory = await this.known(state.turn, state.started_at.getTime());
    const changed = this.changes(memory, surroundings);
    const gone = await this.deletions(memory, surroundings.nowMs);
    const rows = [...changed, ...gone].map(({ row }) => row);
    if (rows.length === 0) return false;
    const events = [...changed, ...gone].flatMap((one) => one.events);
    const isNews = ({ at }: EventDraft) => at.getTime() >= memory.startedMs - DIFFERENCE_MS;
    const place = { watch: watch.name, turn: memory.turn };
    if (await seen.write(place, { seen: rows, events: events.filter(isNews) })) {
      for (const row of rows) memory.rows.set(row.uid, row);
      this.memory = { ...memory, turn: memory.turn + 1 };
    } else {
      this.memory = undefined;
    }
    return changed.length === MOST_AT_ONCE;
  }

  /** All that is there is known, and none of it told. */
  private async first(surroundings: Surroundings): Promise<void> {
    const { watch, seen } = this.options;
    const rows = this.present().flatMap(({ object }) => {
      const { marks } = watch.look(object, undefined, surroundings);
      return isEmpty(marks) ? [] : [rowOf(watch, object, marks)];
    });
    const startedAt = new Date(surroundings.nowMs);
    await seen.write({ watch: watch.name, turn: 0 }, { startedAt, seen: rows, events: [] });
  }

  private async known(turn: number, startedMs: number): Promise<Memory> {
    if (this.memory?.turn === turn) return this.memory;
    const rows = await this.options.seen.rowsOf(this.options.watch.name);
    this.memory = { turn, startedMs, rows: new Map(rows.map((row) => [row.uid, row])) };
    return this.memory;
  }

  private changes({ rows }: Memory, surroundings: Surroundings): Change[] {
    const { watch } = this.options;
    const changes: Change[] = [];
    for (const { object } of this.present()) {
      const before = rows.get(uidOf(object));
      if (before && !isNewer(object, before)) continue;
      const { marks, events } = watch.look(object, before?.marks, surroundings);
      const isSame = before ? isDeepStrictEqual(marks, before.marks) : isEmpty(marks);
      if (isSame && events.length === 0) continue;
      changes.push({ row: rowOf(watch, object, marks), events });
      if (changes.length === MOST_AT_ONCE) break;
    }
    return changes;
  }

  /** What a cache lacks may not have come yet: the Kubernetes API itself says what is deleted. */
  private async deletions({ rows }: Memory, nowMs: number): Promise<Change[]> {
    const { watch, objects } = this.options;
    const present = new Set(this.present().map(({ object }) => uidOf(object)));
    const missing = [...rows.values()].filter(
      ({ uid, gone_at: goneAt }) => goneAt === null && !present.has(uid),
    );
    const changes: Change[] = [];
    for (const row of missing.slice(0, MOST_READ)) {
      const kind = watch.kinds.find((one) => one.kind === row.kind);
      const there = kind && (await objects.read(kind, row.name));
      if (there?.metadata.uid === row.uid) continue;
      const events = watch.gone?.(row, nowMs) ?? [];
      changes.push({ row: { ...row, gone_at: new Date(nowMs) }, events });
    }
    return changes;
  }

  private present(): { readonly kind: KindDefinition; readonly object: StoredObject }[] {
    const { watch, objects } = this.options;
    return watch.kinds.flatMap((kind) => objects.list(kind).map((object) => ({ kind, object })));
  }
}

interface Change {
  readonly row: SeenRow;
  readonly events: readonly EventDraft[];
}

/** Whether an object is not one of before it was seen, as a cache that is behind still has it. */
const isNewer = ({ metadata }: StoredObject, seen: SeenRow): boolean =>
  seen.gone_at === null && hasReached(metadata.resourceVersion, seen.resource_version);

const isEmpty = (marks: object): boolean => Object.keys(marks).length === 0;

const uidOf = ({ metadata }: StoredObject): string => metadata.uid ?? '';

const rowOf = (watch: Watch, object: StoredObject, marks: SeenRow['marks']): SeenRow => ({
  watch: watch.name,
  uid: uidOf(object),
  kind: object.kind,
  name: object.metadata.name,
  resource_version: object.metadata.resourceVersion ?? '',
  marks,
  gone_at: null,
});
