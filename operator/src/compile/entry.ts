import { ALL_WELL, notAccepted, type KindVerdict } from '../kinds/kit/kind-verdict.ts';
import { type Owner, withoutOwner } from '../kinds/kit/owner.ts';
import { STALLING_REASONS } from '@aicp/crds/reasons/reasons';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import type { Lookup } from '../kinds/kit/lookup.ts';
import type { ClaimTable } from './claims.ts';
import type { FragmentText, DecidedObject } from './fragment-text.ts';
import { isSame } from '../memory/is-same.ts';
import { mayGuard, type Reading } from './read-spec.ts';
import type { Rejection, InEffect, Verdict } from './types.ts';

/** One object on its way through a compilation. */
export class Entry {
  readonly reading: Reading;
  readonly rejection: Rejection | undefined;
  private own: KindVerdict;
  /** What of it stands in the snapshot. */
  fragments: readonly FragmentText[];
  private keptGeneration: number | undefined;
  /** Whether as much as could be told of it stands in its place. */
  private isPartial = false;
  private readonly owner: Owner | undefined;

  private constructor(
    reading: Reading,
    made: { verdict: KindVerdict; fragments: readonly FragmentText[] },
    { rejection, lookup }: { rejection: Rejection | undefined; lookup: Pick<Lookup, 'owner'> },
  ) {
    this.reading = reading;
    this.rejection = rejection;
    this.owner = lookup.owner(reading.object.uid);
    this.own = made.verdict;
    this.fragments = rejection ? [] : made.fragments;
  }

  /** Decides on an object by itself. */
  static of(
    reading: Reading,
    options: {
      decide: (reading: Reading) => DecidedObject;
      lookup: Lookup;
      rejection: Rejection | undefined;
      lost: ReadonlyMap<string, string>;
    },
  ): Entry {
    const { decide, lookup, lost } = options;
    if (reading.spec === undefined) {
      const unreadable = { ...notAccepted('Invalid', reading.problem), guards: mayGuard(reading) };
      const verdict = withoutOwner(unreadable, lookup.owner(reading.object.uid)?.problem);
      return new Entry(reading, { verdict, fragments: [] }, options);
    }
    const conflict = lost.get(reading.object.uid);
    if (conflict !== undefined) {
      return new Entry(
        reading,
        { verdict: notAccepted('Conflicted', conflict), fragments: [] },
        options,
      );
    }
    return new Entry(reading, decide(reading), options);
  }

  get object(): SourceObject {
    return this.reading.object;
  }

  /** Takes what its fragments claim; an older holder makes it Conflicted. */
  contest(claims: ClaimTable): void {
    const wanted = this.fragments.flatMap((fragments) => fragments.claims);
    const conflict = claims.take(this.object, wanted);
    if (conflict === undefined) return;
    this.own = notAccepted('Conflicted', conflict);
    this.fragments = [];
  }

  /**
   * Whether its last good form may stand in for it. Never for what is only missing something, nor for what was switched off, nor for
   * what has no owner.
   */
  get mayBeKept(): boolean {
    return (
      this.fragments.length === 0 &&
      this.owner?.problem === undefined &&
      (this.rejection !== undefined || STALLING_REASONS.has(this.own.reason))
    );
  }

  keep(fragments: readonly FragmentText[], generation: number): void {
    this.fragments = fragments;
    this.keptGeneration = generation;
  }

  standIn(fragments: readonly FragmentText[]): void {
    this.fragments = fragments;
    this.isPartial = true;
  }

  /** Whether it is in the snapshot, or rightly absent, as it is now, whatever other objects claim or have. */
  get dependsOnNoOther(): boolean {
    return (
      this.rejection === undefined &&
      this.keptGeneration === undefined &&
      !STALLING_REASONS.has(this.own.reason)
    );
  }

  /** Whether another form has fragments in the same sections, which claim the same. */
  hasSameClaims({ fragments }: Entry): boolean {
    const said = (all: readonly FragmentText[]): unknown =>
      all.map(({ section, claims }) => ({ section, claims }));
    return isSame(said(this.fragments), said(fragments));
  }

  /** Whether something passes because of its absence. */
  get guards(): boolean {
    return (this.fragments.length === 0 || this.isPartial) && this.own.guards === true;
  }

  /** All that a verdict follows from, beside the object itself. */
  said(remark: string | undefined): readonly unknown[] {
    const { own, keptGeneration, owner, fragments, rejection, isPartial } = this;
    return [own, fragments, owner, rejection, keptGeneration, isPartial, remark];
  }

  /** What is to be said of it. `remark` is what its kind has to say of it among all objects. */
  verdict(remark: string | undefined): Verdict {
    const { own, object, rejection } = this;
    const fragments = new Map(this.fragments.map(({ section, text }) => [section, text]));
    const { remarkCondition } = this.reading.kind;
    return {
      object,
      reason: own.reason,
      message: this.message(remarkCondition ? undefined : remark),
      inEffect: this.inEffect(),
      owner: this.owner?.binding,
      parent: this.owner?.parent,
      ...(rejection ? { rejection: rejection.message } : {}),
      ...(own.notEnforced === undefined ? {} : { notEnforced: this.notEnforced() }),
      ...(own.actor === undefined ? {} : { actor: own.actor }),
      unenforced: this.unenforced(),
      ...this.remarked(remark),
      summary: this.reading.summary,
      desired: new Map(this.reading.sections.map((name) => [name, fragments.get(name)])),
    };
  }

  private unenforced(): string | undefined {
    const reasons = [this.own.unenforced, this.reading.unenforced];
    const said = reasons.filter((reason) => reason !== undefined);
    return said.length > 0 ? said.join('; ') : undefined;
  }

  private remarked(remark: string | undefined): Pick<Verdict, 'remarked'> {
    const { remarkCondition } = this.reading.kind;
    if (!remarkCondition || this.fragments.length === 0) return {};
    const { type, reason, unless } = remarkCondition;
    const said = remark === undefined ? unless : { reason, message: remark };
    return { remarked: { type, holds: remark === undefined, ...said } };
  }

  private inEffect(): InEffect {
    if (this.own.notEnforced !== undefined) return 'not_enforced';
    if (this.keptGeneration !== undefined) return 'kept';
    if (this.isPartial) return 'left_out';
    if (this.own.isRead === true) return 'current';
    const isAbsentByMistake = this.rejection !== undefined || this.own.reason !== 'Accepted';
    return this.fragments.length === 0 && isAbsentByMistake ? 'left_out' : 'current';
  }

  private message(remark: string | undefined): string {
    const { message } = this.own;
    if (this.own.reason !== 'Accepted') {
      const isInUse = remark !== undefined && this.fragments.length > 0;
      return message + this.consequence() + (isInUse ? `; ${remark}` : '');
    }
    if (remark === undefined) return message;
    return message === ALL_WELL ? remark : `${remark}; ${message}`;
  }

  private consequence(): string {
    if (this.keptGeneration !== undefined) {
      return `; until then the form of generation ${this.keptGeneration} stays in use`;
    }
    if (this.isPartial)
      return '; until then as much of it as can be read is enforced, and the snapshot is marked degraded';
    return this.guards ? '; it is not enforced, and the snapshot is marked degraded' : '';
  }

  private notEnforced(): string {
    const why = this.own.notEnforced ?? '';
    return this.guards ? `${why}; the snapshot is marked degraded` : why;
  }
}
