import { ALL_WELL, refused, type Decision } from '../kinds/decision.ts';
import type { Owner } from '../kinds/ownership/resolve-owners.ts';
import { withoutOwner } from '../kinds/ownership/without-owner.ts';
import { STALLING_REASONS } from '../kinds/reasons.ts';
import type { SourceObject } from '../kinds/source-object.ts';
import type { World } from '../kinds/world.ts';
import type { ClaimTable } from './claims.ts';
import type { CompileMemory, PlacedText } from './memory.ts';
import { mayOpen, type Reading } from './read-spec.ts';
import type { Refusal, Standing, Verdict } from './types.ts';

/** One object on its way through a compilation. */
export class Entry {
  readonly reading: Reading;
  readonly refusal: Refusal | undefined;
  private decision: Decision;
  /** What of it stands in the snapshot. */
  placed: readonly PlacedText[];
  private keptGeneration: number | undefined;
  private readonly owner: Owner | undefined;

  private constructor(
    reading: Reading,
    made: { decision: Decision; placed: readonly PlacedText[] },
    { refusal, world }: { refusal: Refusal | undefined; world: Pick<World, 'owner'> },
  ) {
    this.reading = reading;
    this.refusal = refusal;
    this.owner = world.owner(reading.object.uid);
    this.decision = made.decision;
    this.placed = refusal ? [] : made.placed;
  }

  /** Decides on an object by itself. */
  static of(
    reading: Reading,
    options: {
      memory: CompileMemory;
      world: World;
      refusal: Refusal | undefined;
      lost: ReadonlyMap<string, string>;
    },
  ): Entry {
    const { memory, world, lost } = options;
    if (reading.spec === undefined) {
      const unreadable = { ...refused('Invalid', reading.problem), opens: mayOpen(reading) };
      const decision = withoutOwner(unreadable, world.owner(reading.object.uid)?.problem);
      return new Entry(reading, { decision, placed: [] }, options);
    }
    const conflict = lost.get(reading.object.uid);
    if (conflict !== undefined) {
      return new Entry(reading, { decision: refused('Conflicted', conflict), placed: [] }, options);
    }
    return new Entry(reading, memory.decide(reading, world), options);
  }

  get object(): SourceObject {
    return this.reading.object;
  }

  /** Takes what its fragments claim; an older holder makes it Conflicted. */
  contest(claims: ClaimTable): void {
    const wanted = this.placed.flatMap((placed) => placed.claims);
    const conflict = claims.take(this.object, wanted);
    if (conflict === undefined) return;
    this.decision = refused('Conflicted', conflict);
    this.placed = [];
  }

  /**
   * Whether its last good form may stand in for it. Never for what is only missing something, nor for what was switched off, nor for
   * what has no owner.
   */
  get mayBeKept(): boolean {
    return (
      this.placed.length === 0 &&
      this.owner?.problem === undefined &&
      (this.refusal !== undefined || STALLING_REASONS.has(this.decision.reason))
    );
  }

  keep(placed: readonly PlacedText[], generation: number): void {
    this.placed = placed;
    this.keptGeneration = generation;
  }

  /** Whether something passes because of its absence. */
  get opens(): boolean {
    return this.placed.length === 0 && this.decision.opens === true;
  }

  /** What is to be said of it. `behind` is the policy that keeps every request from it. */
  verdict(behind: string | undefined): Verdict {
    const { decision, object, refusal } = this;
    const placed = new Map(this.placed.map(({ section, text }) => [section, text]));
    return {
      object,
      reason: decision.reason,
      message: this.message(behind),
      standing: this.standing(),
      owner: this.owner?.binding,
      parent: this.owner?.parent,
      ...(refusal ? { refusal: refusal.message } : {}),
      ...(decision.notEnforced === undefined ? {} : { notEnforced: this.notEnforced() }),
      unenforced: this.reading.unenforced,
      summary: this.reading.summary,
      desired: new Map(this.reading.sections.map((name) => [name, placed.get(name)])),
    };
  }

  private standing(): Standing {
    if (this.decision.notEnforced !== undefined) return 'not_enforced';
    if (this.keptGeneration !== undefined) return 'kept';
    if (this.decision.isRead === true) return 'current';
    const isAbsentByMistake = this.refusal !== undefined || this.decision.reason !== 'Accepted';
    return this.placed.length === 0 && isAbsentByMistake ? 'left_out' : 'current';
  }

  private message(behind: string | undefined): string {
    const { message } = this.decision;
    if (this.decision.reason !== 'Accepted') return message + this.consequence();
    if (behind === undefined) return message;
    const unreached = `never reached: RoutingPolicy "${behind}" decides every request that it could match`;
    return message === ALL_WELL ? unreached : `${unreached}; ${message}`;
  }

  private consequence(): string {
    if (this.keptGeneration !== undefined) {
      return `; until then the form of generation ${this.keptGeneration} stays in use`;
    }
    return this.opens ? '; it is not enforced, and the snapshot is marked degraded' : '';
  }

  private notEnforced(): string {
    const why = this.decision.notEnforced ?? '';
    return this.opens ? `${why}; the snapshot is marked degraded` : why;
  }
}
