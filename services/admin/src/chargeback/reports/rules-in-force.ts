import { Problem } from '@aicp/common/errors/problem';
import { SectionReader, type FragmentError } from '@aicp/common/snapshot/section-reader';
import type { Clock } from '@aicp/common/time/clock';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import {
  costAllocationFragment,
  type CostAllocationFragment,
} from '@aicp/contracts/snapshot/sections/cost-allocation';
import { costAllocationRule } from '@aicp/crds/cost-allocation-rule';
import { organization } from '@aicp/crds/organization';
import { team } from '@aicp/crds/team';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { AllocationRule } from '../allocation/shares.ts';

/** A rule of an organization that is not in force as it stands, or is in force and was deleted. */
export interface UnsettledRule {
  readonly id: string;
  readonly organization: string;
}

/** What a report goes by. */
export interface ReportRules {
  readonly rules: readonly AllocationRule[];
  /** Of organizations whose spend is not divided for that; `rules` has none of theirs. Only the platform's report goes on beside such. */
  readonly notInForce: readonly UnsettledRule[];
}

/** The cost allocation rules that the operator handed out last. */
export class RulesInForce {
  private readonly reader = new SectionReader();
  private readonly clock: Clock;
  private rules: readonly CostAllocationFragment[] | undefined;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Takes a snapshot, all or nothing; answers the fragments that can't be read. */
  apply(snapshot: StoredSnapshot): readonly FragmentError[] {
    const errors: FragmentError[] = [];
    const rules = this.reader.read({
      snapshot,
      section: 'cost_allocation_rules',
      schema: costAllocationFragment,
      convert: (rule) => rule,
      errors,
    });
    this.reader.prune();
    if (errors.length === 0) this.rules = rules;
    return errors;
  }

  /**
   * Those that a report of an organization goes by, or the platform's report: these know everybody's. A rule that was written or deleted just now is waited for. Rejects with a
   * Problem: 503 before there was a snapshot, 409 where a rule of the report's owner is not in force as it stands there now: a report would book otherwise than the rules say
   * that people see. What an organization wrote keeps nobody else from a report.
   */
  async of(owner: string | undefined, store: RuleStore): Promise<ReportRules> {
    const until = this.clock.now() + PATIENCE_MS;
    for (;;) {
      const { rules, others } = this.look(owner, store);
      const [refused, late] = [others.filter(isRefused), others.filter((one) => !isRefused(one))];
      const isOwners = (other: OtherRule): boolean => other.owner === owner;
      if (refused.some(isOwners)) throw notInForce(others.filter(isOwners));
      if (late.length === 0) return settled(rules, refused);
      if (this.clock.now() >= until) {
        if (late.some(isOwners)) throw notInForce(late.filter(isOwners));
        return settled(rules, others);
      }
      await this.clock.sleep(STEP_MS);
    }
  }

  private look(owner: string | undefined, store: RuleStore) {
    if (!this.rules) {
      throw new Problem(503, 'The configuration has not arrived yet: try again in a moment.', {
        headers: { 'Retry-After': '1' },
      });
    }
    const rules = this.rules.filter((rule) => isOf(owner, rule.organization));
    const stored = store.list(costAllocationRule);
    const written = writtenOf(stored, rules).filter(
      (rule) => isOf(owner, ownerOf(rule)) && mayApply(rule, store),
    );
    const others = [...written.map(toOther), ...deletedOf(stored, rules).map(toDeleted)];
    return { rules: rules.map(toRule), others };
  }
}

/** What is stored and handed out is not the same of it. */
interface OtherRule {
  readonly id: string;
  readonly owner: string | undefined;
  /** What the operator says against it. */
  readonly refused: string | undefined;
  readonly isDeleted: boolean;
}

const isRefused = ({ refused }: OtherRule): boolean => refused !== undefined;

/** Rules that are not handed out as they are stored. */
function writtenOf(
  stored: readonly StoredObject[],
  rules: readonly CostAllocationFragment[],
): StoredObject[] {
  const known = new Set(rules.map(({ source }) => formOf(source.uid, source.generation)));
  return stored.filter(({ metadata }) => !known.has(formOf(metadata.uid, metadata.generation)));
}

/** Rules that are handed out still, and are not there any more. */
function deletedOf(
  stored: readonly StoredObject[],
  rules: readonly CostAllocationFragment[],
): CostAllocationFragment[] {
  const known = new Set(stored.map(({ metadata }) => metadata.uid));
  return rules.filter(({ source }) => !known.has(source.uid));
}

const toOther = (stored: StoredObject): OtherRule => ({
  id: stored.metadata.name,
  owner: ownerOf(stored),
  refused: refusalOf(stored),
  isDeleted: false,
});

const toDeleted = ({ id, organization: owner }: CostAllocationFragment): OtherRule => ({
  id,
  owner,
  refused: undefined,
  isDeleted: true,
});

type RuleStore = Pick<ObjectStore, 'list' | 'find'>;

/** The operator hands out what is written in less, unless something is wrong. */
const PATIENCE_MS = 2_000;
const STEP_MS = 50;

const toRule = ({
  source: { uid, generation },
  ...rule
}: CostAllocationFragment): AllocationRule => ({ ...rule, uid, generation });

const isOf = (owner: string | undefined, ruleOwner: string | undefined): boolean =>
  owner === undefined || ruleOwner === owner;

const formOf = (uid: string | undefined, generation: number | undefined): string =>
  `${uid ?? ''}/${generation ?? 0}`;

function ownerOf({ spec }: StoredObject): string | undefined {
  const owner = spec['organizationId'];
  return typeof owner === 'string' ? owner : undefined;
}

/** What belongs to nobody that is there, or is for a team that its owner does not have, books nothing, and is in nobody's way. */
function mayApply(stored: StoredObject, store: Pick<ObjectStore, 'find'>): boolean {
  const owner = ownerOf(stored);
  if (owner !== undefined && store.find(organization, owner) === undefined) return false;
  const { teamId } = stored.spec;
  if (typeof teamId !== 'string') return true;
  const found = store.find(team, teamId);
  return found !== undefined && isOf(owner, ownerOf(found));
}

/** What is left where rules of organizations are not in force: none of theirs. */
function settled(rules: readonly AllocationRule[], others: readonly OtherRule[]): ReportRules {
  // Of a rule that was deleted and written again, both forms are others.
  const unsettled = new Map<string, UnsettledRule>();
  for (const { id, owner } of others) {
    if (owner !== undefined) unsettled.set(id, { id, organization: owner });
  }
  const owners = new Set<string | undefined>(others.map(({ owner }) => owner));
  owners.delete(undefined);
  return {
    rules: rules.filter((rule) => !owners.has(rule.organization)),
    notInForce: [...unsettled.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

/** What the operator says where this very form is wrong. */
function refusalOf({ metadata, status }: StoredObject): string | undefined {
  const conditions = (status?.conditions ?? []) as readonly Record<string, unknown>[];
  const accepted = conditions.find(({ type }) => type === 'Accepted');
  const isOfThis = accepted?.['observedGeneration'] === metadata.generation;
  return accepted?.['status'] === 'False' && isOfThis ? String(accepted['message']) : undefined;
}

function notInForce(rules: readonly OtherRule[]): Problem {
  const said = rules.map(({ id, refused, isDeleted }) => {
    const why = isDeleted ? 'deleted, and handed out still' : (refused ?? 'not handed out yet');
    return `"${id}" (${why})`;
  });
  return new Problem(
    409,
    `Cost allocation rules are not in force as they stand: ${said.join('; ')}. Mend or delete them, or wait where they are new or deleted; then generate the report.`,
    { extensions: { rules: [...new Set(rules.map(({ id }) => id))] } },
  );
}
