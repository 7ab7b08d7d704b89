import {
  condition,
  ownerBinding,
  parentBinding,
  type Condition,
  type OwnerBinding,
  type ParentBinding,
} from '@aicp/crds/kit/conditions';
import { targetHealth, type TargetHealth } from '@aicp/crds/kit/target-health';
import { spendStatus, type SpendStatus } from '@aicp/crds/kit/spend';
import { z } from 'zod';
import type { RemarkedCondition, Verdict } from '../compile/types.ts';
import { HEALTHY, type HealthStatement } from '../fleet-health/statement.ts';
import {
  FOUND_CONDITIONS,
  observedFigures,
  type FindingStatement,
  type ObservedFigures,
} from '../findings/finding-statement.ts';
import type { Bindings } from '../kinds/ownership/resolve-owners.ts';
import { PRICES_KNOWN } from '@aicp/crds/reasons/price-reasons';
import { STALLING_REASONS, type EnforcedReason } from '@aicp/crds/reasons/reasons';
import type { Summary } from '../kinds/kit/operator-kind.ts';
import type { Programmed } from '../snapshot/acks/programmed.ts';
import { SPEND_CONDITIONS, type SpendStatement } from '../spend/spend-statement.ts';

export type { Condition } from '@aicp/crds/kit/conditions';

/** What the operator writes to an object's status. */
export interface Status extends Summary {
  readonly observedGeneration: number;
  readonly conditions: readonly Condition[];
  /** The organization that the object is bound to. */
  readonly owner?: OwnerBinding | undefined;
  /** Of a key: the key that it was made by. */
  readonly createdBy?: ParentBinding | undefined;
  /** Of a Provider: what each replica of the gateway made of it. */
  readonly health?: readonly TargetHealth[] | undefined;
  /** Of a Budget, a key or an account: what was spent. */
  readonly spend?: SpendStatus | undefined;
  /** What services found out of it, in figures. */
  readonly observed?: ObservedFigures | undefined;
}

const OWN_TYPES = [
  ...['Accepted', 'Programmed', 'Ready', 'Enforced', 'Reconciling', 'Stalled'],
  HEALTHY,
  PRICES_KNOWN,
  ...SPEND_CONDITIONS,
  ...FOUND_CONDITIONS,
];

const stored = z.object({
  observedGeneration: z.number().default(-1),
  conditions: z.array(condition).default([]),
  owner: ownerBinding.optional(),
  createdBy: parentBinding.optional(),
  summary: z.string().optional(),
  when: z.string().optional(),
  health: z.array(targetHealth).optional().catch(undefined),
  spend: spendStatus.optional().catch(undefined),
  observed: observedFigures.optional().catch(undefined),
});

/** The operator's own part of a status as it is stored. */
export function storedStatus(status: unknown): Status {
  const known: Status = stored.safeParse(status ?? {}).data ?? EMPTY;
  const { observedGeneration, conditions, owner, createdBy, health, spend, observed } = known;
  return {
    observedGeneration,
    ...(owner ? { owner } : {}),
    ...(createdBy ? { createdBy } : {}),
    ...(health ? { health } : {}),
    ...(spend ? { spend } : {}),
    ...(observed ? { observed } : {}),
    ...wordsOf(known),
    conditions: conditions.filter(({ type }) => OWN_TYPES.includes(type)),
  };
}

/** Only the summary fields that are set. */
const wordsOf = ({ summary, when }: Summary): Summary => ({
  ...(summary === undefined ? {} : { summary }),
  ...(when === undefined ? {} : { when }),
});

const EMPTY: Status = { observedGeneration: -1, conditions: [] };

/** What a stored status records of the organization, and of the key, that the object is bound to. */
export function storedBindings(status: unknown): Bindings {
  const { owner, createdBy: parent } = recorded.safeParse(status ?? {}).data ?? {};
  return { owner, parent };
}

const recorded = z.object({
  owner: ownerBinding.optional().catch(undefined),
  createdBy: parentBinding.optional().catch(undefined),
});

interface StatusOptions {
  readonly verdict: Verdict;
  readonly programmed: Programmed;
  /** How requests to it fare; without it, the status goes on to say what it said. */
  readonly health?: HealthStatement | undefined;
  /** What was spent of it; without it, the same. */
  readonly spend?: SpendStatement | undefined;
  /** What services found out of it; without it, the same. */
  readonly findings?: FindingStatement | undefined;
  readonly before: Status;
  /** RFC 3339. */
  readonly now: string;
}

/** The status that an object is to have. A condition keeps its time for as long as its status does. */
export function statusFor(options: StatusOptions): Status {
  const { verdict, programmed, before, now, health, spend } = options;
  const findings = findingsOn(options);
  const { generation } = verdict.object;
  const conditions = conditionsOf(verdict, programmed).map(({ type, holds, reason, message }) => {
    const status = holds ? ('True' as const) : ('False' as const);
    const lastTransitionTime = transitionOf(before, { type, status }) ?? now;
    return { type, status, observedGeneration: generation, lastTransitionTime, reason, message };
  });
  const moment = { before, generation, now };
  const healthy = health && [{ ...health, type: HEALTHY }];
  return {
    observedGeneration: generation,
    conditions: [
      ...conditions,
      ...saidConditions([HEALTHY], healthy, moment),
      ...saidConditions(SPEND_CONDITIONS, spend?.conditions, moment),
      ...saidConditions(FOUND_CONDITIONS, findings?.conditions, moment),
    ],
    ...boundTo(verdict),
    ...figuresOf({ ...options, findings }),
    ...wordsOf(verdict.summary ?? {}),
  };
}

/** How gateways stand to a rule is no longer so once none of them has it. */
const findingsOn = ({ verdict, findings }: StatusOptions): FindingStatement | undefined =>
  verdict.inEffect === 'left_out' && verdict.object.kind === 'FailoverRule'
    ? NOTHING_FOUND
    : findings;

const NOTHING_FOUND: FindingStatement = { conditions: [], observed: {} };

const boundTo = ({ owner, parent }: Verdict): Pick<Status, 'owner' | 'createdBy'> => ({
  ...(owner ? { owner } : {}),
  ...(parent ? { createdBy: parent } : {}),
});

function figuresOf({
  before,
  ...said
}: StatusOptions): Pick<Status, 'health' | 'spend' | 'observed'> {
  const targets = said.health?.targets ?? before.health;
  const spend = said.spend ? said.spend.spend : before.spend;
  return {
    ...(targets?.length ? { health: targets } : {}),
    ...(spend ? { spend } : {}),
    ...observedIn(said.findings?.observed ?? before.observed),
  };
}

const observedIn = (observed: ObservedFigures = {}): Pick<Status, 'observed'> =>
  Object.keys(observed).length > 0 ? { observed } : {};

/** Since when a condition has a status; undefined where it had another. */
function transitionOf(
  before: Status,
  { type, status }: Pick<Condition, 'type' | 'status'>,
): string | undefined {
  const last = before.conditions.find((known) => known.type === type);
  return last?.status === status ? last.lastTransitionTime : undefined;
}

/** A condition of which somebody else than the compiler says what it is. */
type SaidCondition = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

/**
 * The conditions of these types: as they were where nothing new is said, with the generation that they were said of. None where nothing
 * ever was.
 */
function saidConditions(
  types: readonly string[],
  said: readonly SaidCondition[] | undefined,
  {
    before,
    generation,
    now,
  }: { readonly before: Status; readonly generation: number; readonly now: string },
): readonly Condition[] {
  const last = before.conditions.filter(({ type }) => types.includes(type));
  if (!said) return last;
  return said.map(({ type, status, reason, message }) => {
    const same = last.find(
      (one) => one.type === type && one.reason === reason && one.message === message,
    );
    if (same) return same;
    const lastTransitionTime = transitionOf(before, { type, status }) ?? now;
    const words = { reason, message: message.slice(0, MESSAGE_CHARACTERS) };
    return { type, status, observedGeneration: generation, lastTransitionTime, ...words };
  });
}

function conditionsOf(verdict: Verdict, programmed: Programmed): RemarkedCondition[] {
  const isAccepted = verdict.reason === 'Accepted';
  const isProgrammed = programmed.reason === 'Programmed';
  const accepted = { type: 'Accepted', holds: isAccepted, ...pick(verdict) };
  const programmedCondition = { type: 'Programmed', holds: isProgrammed, ...pick(programmed) };
  const ready = {
    type: 'Ready',
    holds: isAccepted && isProgrammed,
    ...pick(isAccepted ? programmed : verdict),
  };
  const enforced = enforcedOf(verdict, programmed);
  const drafts: RemarkedCondition[] = [
    accepted,
    programmedCondition,
    ready,
    { type: 'Enforced', holds: enforced.reason === 'Enforced', ...pick(enforced) },
  ];
  if (verdict.remarked) drafts.push({ ...verdict.remarked, ...pick(verdict.remarked) });
  if (programmed.reason === 'Pending') {
    drafts.push({ type: 'Reconciling', holds: true, ...pick(programmed) });
  }
  if (STALLING_REASONS.has(verdict.reason)) {
    drafts.push({ type: 'Stalled', holds: true, ...pick(verdict) });
  }
  return drafts;
}

/** The API takes no longer message. */
const MESSAGE_CHARACTERS = 32_000;

const pick = ({ reason, message }: { reason: string; message: string }) => ({
  reason,
  message: message.slice(0, MESSAGE_CHARACTERS),
});

/** The message of a status that says that this generation is in force; undefined where it does not say so. */
export function programmedMessage(status: Status, generation: number): string | undefined {
  const known = status.conditions.find(({ type }) => type === 'Programmed');
  const says = known?.status === 'True' && known.observedGeneration === generation;
  return says ? known.message : undefined;
}

/** How much of an object this version acts on, and on what not. */
export interface Enforced {
  readonly reason: EnforcedReason;
  readonly message: string;
}

/**
 * Says how much of an object services act on, as soon as replicas have it: that some do not have it yet changes nothing here, so that the
 * condition is steady while replicas come and go.
 */
export function enforcedOf(
  { inEffect, unenforced }: Pick<Verdict, 'inEffect' | 'unenforced'>,
  programmed: Programmed,
): Enforced {
  const isOnNothing = programmed.reason === 'NotEnforced' || inEffect === 'left_out';
  if (isOnNothing) return { reason: 'NotEnforced', message: programmed.message };
  const older = inEffect === 'kept' ? [programmed.message] : [];
  const missing = [...older, ...(unenforced === undefined ? [] : [unenforced])];
  if (missing.length > 0) return { reason: 'PartlyEnforced', message: missing.join('; ') };
  return { reason: 'Enforced', message: 'this version acts on all that it sets' };
}
