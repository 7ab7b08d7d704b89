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
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { AllocationRule } from '../allocation/shares.ts';

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
   * Those that a report of an organization goes by, or the platform's report: these know everybody's. A rule that was written just now is waited for. Rejects with a
   * Problem: 503 before there was a snapshot, 409 where a rule is not in force as it stands there now: a report would book otherwise than the rules say that people see.
   */
  async of(owner: string | undefined, store: RuleStore): Promise<AllocationRule[]> {
    const until = this.clock.now() + PATIENCE_MS;
    for (;;) {
      const { rules, others } = this.look(owner, store);
      if (others.length === 0) return rules;
      if (others.some(isRefused) || this.clock.now() >= until) throw notInForce(others);
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
    const known = new Set(rules.map(({ source }) => formOf(source.uid, source.generation)));
    const others = store
      .list(costAllocationRule)
      .filter((stored) => isOf(owner, ownerOf(stored)) && hasOwner(stored, store))
      .filter(({ metadata }) => !known.has(formOf(metadata.uid, metadata.generation)));
    return { rules: rules.map(toRule), others };
  }
}

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

/** What belongs to nobody that is there books nothing, and is in nobody's way. */
function hasOwner(stored: StoredObject, store: Pick<ObjectStore, 'find'>): boolean {
  const owner = ownerOf(stored);
  return owner === undefined || store.find(organization, owner) !== undefined;
}

const acceptedOf = ({ status }: StoredObject): Record<string, unknown> | undefined =>
  ((status?.conditions ?? []) as readonly Record<string, unknown>[]).find(
    ({ type }) => type === 'Accepted',
  );

/** Whether the operator says of this very form that it is wrong. */
function isRefused(rule: StoredObject): boolean {
  const accepted = acceptedOf(rule);
  return (
    accepted?.['status'] === 'False' && accepted['observedGeneration'] === rule.metadata.generation
  );
}

function notInForce(rules: readonly StoredObject[]): Problem {
  const said = rules.map((rule) => {
    const why = isRefused(rule) ? String(acceptedOf(rule)?.['message']) : 'not handed out yet';
    return `"${rule.metadata.name}" (${why})`;
  });
  return new Problem(
    409,
    `Cost allocation rules are not in force as they stand: ${said.join('; ')}. Mend or delete them, or wait where they are new; then generate the report.`,
    { extensions: { rules: rules.map(({ metadata }) => metadata.name) } },
  );
}
