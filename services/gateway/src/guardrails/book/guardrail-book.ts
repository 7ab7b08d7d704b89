import type { GuardrailStage } from '@aicp/contracts/guardrails/verdict';
import type {
  GuardrailFragment,
  JudgeCredentialFragment,
} from '@aicp/contracts/snapshot/sections/guardrails';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import { compileDetectors } from '@aicp/detection/compile-detectors';
import { toGuardSet, type GuardSet } from './guard-set.ts';
import type { ReadyGuardrail } from './ready-guardrail.ts';

/** Whom guardrails act on. */
export interface Guarded extends Pick<Principal, 'key' | 'team' | 'organization'> {
  /** The ids of the models that may answer; none where no model is asked: then a guardrail of certain models does not act. */
  readonly models: readonly string[];
}

/** The guardrails of a snapshot. */
export class GuardrailBook {
  private readonly platform: readonly ReadyGuardrail[];
  private readonly own: ReadonlyMap<string, readonly ReadyGuardrail[]>;
  private readonly sets = new Map<string, GuardSet>();

  constructor(guardrails: readonly ReadyGuardrail[]) {
    this.platform = guardrails.filter(({ organization }) => organization === undefined);
    this.own = Map.groupBy(
      guardrails.filter(({ organization }) => organization !== undefined),
      ({ organization = '' }) => organization,
    );
  }

  /** Those that act on a request or on its answer, ready as one; undefined where none does. */
  setFor(guarded: Guarded): GuardSet | undefined {
    const input = this.actingOn(guarded, 'input');
    const output = this.actingOn(guarded, 'output');
    if (input.length === 0 && output.length === 0) return undefined;
    const key = JSON.stringify([input, output].map((some) => some.map(({ source }) => source.uid)));
    const known = this.sets.get(key);
    if (known) return known;
    if (this.sets.size >= MOST_SETS) this.sets.clear();
    const made = toGuardSet(input, output);
    this.sets.set(key, made);
    return made;
  }

  /** Those that act on a request at a stage, the platform's before its organization's. Another organization's never do. */
  actingOn(guarded: Guarded, stage: GuardrailStage): readonly ReadyGuardrail[] {
    const { organization } = guarded;
    const own = organization === undefined ? [] : (this.own.get(organization) ?? []);
    return [...this.platform, ...own].filter(
      ({ stages, appliesTo }) => stages.includes(stage) && matches(appliesTo, guarded),
    );
  }
}

/** Sets of guardrails that are kept: installations have few. */
const MOST_SETS = 1000;

/** Of each list that is there, one item has to match. */
function matches(
  appliesTo: GuardrailFragment['appliesTo'],
  { key, team, models }: Guarded,
): boolean {
  if (!appliesTo) return true;
  const { models: patterns, teams, keys } = appliesTo;
  if (keys && !keys.includes(key)) return false;
  if (teams && (team === undefined || !teams.includes(team))) return false;
  return !patterns || models.some((model) => patterns.some((pattern) => isLike(model, pattern)));
}

const isLike = (model: string, pattern: string): boolean =>
  pattern.endsWith('*') ? model.startsWith(pattern.slice(0, -1)) : model === pattern;

/** Makes guardrails ready, and keeps from one snapshot to the next those that did not change: their detectors, and what is known of their judges. */
export class GuardrailMaker {
  private known = new Map<string, ReadyGuardrail>();
  private next = new Map<string, ReadyGuardrail>();

  /** @throws DetectorFault for a pattern that cannot be used. */
  ready(
    fragment: GuardrailFragment,
    credentials: readonly JudgeCredentialFragment[],
  ): ReadyGuardrail {
    const { uid } = fragment.source;
    const token = credentials.find(({ source }) => source.uid === uid)?.token;
    const key = JSON.stringify([fragment, token]);
    const made = this.next.get(key) ?? this.known.get(key) ?? readied(fragment, token);
    this.next.set(key, made);
    return made;
  }

  /** Forgets those that the last snapshot did not hold. */
  prune(): void {
    this.known = this.next;
    this.next = new Map();
  }
}

function readied(fragment: GuardrailFragment, token: string | undefined): ReadyGuardrail {
  const { organization, judge, detectors: terms } = fragment;
  const ofAnswers = terms.filter(({ type }) => type !== 'injection');
  const detectors = compileDetectors(terms);
  return {
    ...fragment,
    revision: sha256(JSON.stringify(fragment)),
    terms,
    detectors,
    answerTerms: ofAnswers,
    answerDetectors: ofAnswers.length === terms.length ? detectors : compileDetectors(ofAnswers),
    judge: judge && { organization, terms: judge, token },
  };
}
