import type { MoneyWindow } from '@aicp/contracts/spend/money-window';
import type { BudgetScope } from '@aicp/contracts/spend/spend-subject';
import { controlPlane } from '@aicp/crds/control-plane';
import { kindNamed } from '@aicp/crds/kinds';
import { model } from '@aicp/crds/model';
import { z } from 'zod';
import type { CollectionFacts, WindowQuestion } from '../../resources/collection-facts.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { budgetTerms, thresholdsAt, type BudgetTerms } from './budget-terms.ts';
import { standingBy, type Standing } from './standing.ts';

type Store = Pick<ObjectStore, 'find'>;

/**
 * How budgets stand of which no status tells anything yet, as those do that have just been created: by the ledger, in the order of the objects. Of one of each (without
 * `entityId`), the budget service tells first.
 */
export function standingsNow(store: Store, { spend, clock }: CollectionFacts) {
  return async (objects: readonly StoredObject[]): Promise<readonly Standing[]> => {
    const asked = objects.map((object) => questionOn(object, store));
    const questions = asked.flatMap((one) => one?.question ?? []);
    const figures = questions.length === 0 ? [] : [...(await spend.of(questions))];
    const nowMs = clock.now();
    return asked.map((one) => {
      const figure = one && figures.shift();
      return figure ? standingBy(thresholdsAt(one.terms, nowMs), figure) : {};
    });
  };
}

function questionOn(object: StoredObject, store: Store) {
  if (isTold(object) || !isTracking(store)) return undefined;
  const read = budgetTerms.safeParse(object.spec);
  const subject = read.success ? subjectOf(read.data, store) : undefined;
  if (!read.success || !subject) return undefined;
  const question: WindowQuestion = { subject, window: windowOf(read.data) };
  return { terms: read.data, question };
}

const status = z.object({
  conditions: z.array(z.object({ type: z.string() })).catch([]),
});

/** Whether the operator has said how it stands, or why nobody knows. */
const isTold = (object: StoredObject): boolean =>
  status.parse(object.status ?? {}).conditions.some(({ type }) => type === 'Exceeded');

const features = z.object({ features: z.object({ costTracking: z.boolean() }) });

/** Without it, nothing has a cost. */
const isTracking = (store: Store): boolean =>
  features.safeParse(store.find(controlPlane, controlPlane.singleton ?? '')?.spec).data?.features
    .costTracking ?? true;

const windowOf = ({ window }: BudgetTerms): MoneyWindow => (window === '30d' ? 'month' : window);

/** Whose spend it limits; undefined where that is not one subject, or not known here. */
function subjectOf(spec: BudgetTerms, store: Store) {
  const { entityType: scope, entityId: value, organizationId } = spec;
  if (scope === 'global') return { scope, organization: organizationId, value: undefined };
  if (value === undefined || !isNamed(scope, value, store)) return undefined;
  // One person may spend in several organizations, in each of which the limit holds by itself.
  if (scope === 'user' && organizationId === undefined) return undefined;
  return { scope, organization: organizationId ?? ownerOf(scope, value, store), value };
}

/** Models count under their ids. */
const isNamed = (scope: BudgetScope, value: string, store: Store): boolean =>
  scope !== 'model' ||
  store.find(model, value, ({ spec }) => spec['modelId'] === value) !== undefined;

const ACCOUNTS: Partial<Record<BudgetScope, string>> = {
  business_unit: 'BusinessUnit',
  team: 'Team',
  key: 'APIKey',
};

/** The organization of an account. */
function ownerOf(scope: BudgetScope, name: string, store: Store): string | undefined {
  if (scope === 'organization') return name;
  const kind = ACCOUNTS[scope];
  if (kind === undefined) return undefined;
  const own = textAt(kind, name, 'organizationId', store);
  if (own !== undefined || kind !== 'APIKey') return own;
  // A key without one has that of its team.
  const team = textAt(kind, name, 'teamId', store);
  return team === undefined ? undefined : textAt('Team', team, 'organizationId', store);
}

function textAt(kind: string, name: string, field: string, store: Store): string | undefined {
  const value = store.find(kindNamed(kind), name)?.spec[field];
  return typeof value === 'string' ? value : undefined;
}
