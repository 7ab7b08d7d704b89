import type { Expression } from '@aicp/contracts/conditions/ast';
import { attributesOf } from '@aicp/contracts/conditions/ast';
import { isOfCandidate, mayHold, mustHold } from '@aicp/contracts/conditions/candidates';
import type { Lookup } from '@aicp/contracts/conditions/evaluate';
import { parseCondition } from '@aicp/contracts/conditions/parse';
import { isVisible } from '@aicp/contracts/routing/catalog/resolution';
import { BUDGET_REMAINING } from '@aicp/contracts/routing/request/money-left';
import type { PolicyFragment } from '@aicp/contracts/snapshot/sections/policies';
import type { RecordedRequest } from '@aicp/ledger/query/recorded-requests';

/** A condition, and whose requests it is read of. */
interface Reading {
  readonly organization: string | undefined;
  readonly condition: Expression;
}

/** What is known of every request that was routed, by its key, its model and its moment. */
const ALWAYS: ReadonlySet<string> = new Set([
  ...['model', 'key', 'team', 'user', 'organization', 'business_unit'],
  ...['tier', 'provider', 'environment', 'hour', 'weekday'],
]);
/** What is known of whatever came so far as to be routed. */
const OF_ROUTED: ReadonlySet<string> = new Set(['stream', 'tools']);

/** Attributes that policies ask for, and that were not recorded of each request. */
export class UnknownAttributes {
  private readonly readings = new Map<string, Reading[]>();

  constructor(policies: readonly PolicyFragment[]) {
    for (const policy of policies) {
      if (policy.type !== 'rule' || policy.condition === undefined) continue;
      const condition = parseCondition(policy.condition);
      const reading = { organization: policy.organization, condition };
      for (const { name } of attributesOf(condition)) {
        if (ALWAYS.has(name) || isOfCandidate(name)) continue;
        const known = this.readings.get(name);
        if (known) known.push(reading);
        else this.readings.set(name, [reading]);
      }
    }
  }

  /** The first attribute that is not known of a request, and on which the answer of some policy that acts on it hangs; undefined: none. */
  missingIn(
    request: RecordedRequest,
    organization: string | undefined,
    lookup: Lookup,
  ): string | undefined {
    for (const [name, readings] of this.readings) {
      if (isRecorded(request, name)) continue;
      const isOpen = (one: string): boolean =>
        isOfCandidate(one) || (!ALWAYS.has(one) && !isRecorded(request, one));
      const hangs = ({ condition, ...whose }: Reading): boolean =>
        isVisible(whose, { organization }) &&
        mayHold(condition, lookup, isOpen) &&
        !mustHold(condition, lookup, isOpen);
      if (readings.some(hangs)) return name;
    }
    return undefined;
  }
}

/** Whether it is known what a request said of an attribute, were it that it said nothing. */
function isRecorded({ attributes, replay, candidates, code }: RecordedRequest, name: string) {
  if (attributes[name] !== undefined) return true;
  if (OF_ROUTED.has(name)) return candidates.length > 0 || code === 'policy_denied';
  if (!replay) return false;
  if (name.startsWith('header.')) return replay.lacks?.includes(name) === true;
  if (name.startsWith('metadata.')) return isMetadataKnown(replay, name);
  return name === BUDGET_REMAINING ? replay.money !== undefined : name === 'input_tokens';
}

const isMetadataKnown = (
  { metadata = {}, is_metadata_cut: isCut = false }: NonNullable<RecordedRequest['replay']>,
  name: string,
): boolean => !isCut || Object.hasOwn(metadata, name.slice('metadata.'.length));
