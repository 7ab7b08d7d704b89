import type { SpendFigure } from '@aicp/contracts/budgets/known-budgets';
import { shareOfNanoUsd } from '@aicp/contracts/budgets/nano-usd';
import { exactUsd, nanoUsdOf } from '@aicp/contracts/budgets/usd-text';
import type { MoneyWindow } from '@aicp/contracts/spend/money-window';
import { BUDGET_SCOPES, type BudgetScope } from '@aicp/contracts/spend/spend-subject';
import { controlPlane } from '@aicp/crds/control-plane';
import { kindNamed } from '@aicp/crds/kinds';
import { toWireDecimal } from '@aicp/crds/kit/wire-values';
import { model } from '@aicp/crds/model';
import { z } from 'zod';
import type { CollectionFacts, WindowQuestion } from '../../resources/collection-facts.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { utilizationOf } from './spend-in-status.ts';

type Store = Pick<ObjectStore, 'find'>;
type Standing = Readonly<Record<string, unknown>>;

const amount = z.union([z.number(), z.string()]);

const terms = z.object({
  entityType: z.enum(BUDGET_SCOPES),
  entityId: z.string().optional(),
  organizationId: z.string().optional(),
  monthlyLimit: amount.optional(),
  limitUsd: amount.default(0),
  window: z.enum(['1h', '1d', '7d', '30d', 'month']).default('month'),
  softLimitPercent: amount.default('0.8'),
  hardLimitPercent: amount.default(1),
  temporaryIncrease: z.undefined().optional(),
});
type Terms = z.output<typeof terms>;

/**
 * How budgets stand of which no status tells anything yet, as those do that have just been created: by the ledger, in the order of the objects. Of one of each (without
 * `entityId`), and of one whose limit is raised for a while, the budget service tells first.
 */
export function standingsNow(store: Store, spend: CollectionFacts['spend']) {
  return async (objects: readonly StoredObject[]): Promise<readonly Standing[]> => {
    const asked = objects.map((object) => questionOn(object, store));
    const questions = asked.flatMap((one) => one?.question ?? []);
    const figures = questions.length === 0 ? [] : [...(await spend.of(questions))];
    return asked.map((one) => {
      const figure = one && figures.shift();
      return figure ? standingBy(one.terms, figure) : {};
    });
  };
}

function questionOn(object: StoredObject, store: Store) {
  if (isTold(object) || !isTracking(store)) return undefined;
  const read = terms.safeParse(object.spec);
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

const windowOf = ({ window }: Terms): MoneyWindow => (window === '30d' ? 'month' : window);

/** Whose spend it limits; undefined where that is not one subject, or not known here. */
function subjectOf(spec: Terms, store: Store) {
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

function standingBy(spec: Terms, { spent, reserved }: SpendFigure): Standing {
  const limit = nanoUsdOf(spec.monthlyLimit ?? spec.limitUsd);
  const left = limit - spent - reserved;
  return {
    current_spend: toWireDecimal(exactUsd(spent)),
    remaining: toWireDecimal(exactUsd(left > 0n ? left : 0n)),
    utilization: utilizationOf({ limitUsd: exactUsd(limit), spentUsd: exactUsd(spent) }),
    status: wordOf(spec, limit, spent),
  };
}

function wordOf(spec: Terms, limit: bigint, spent: bigint): 'ok' | 'warning' | 'exceeded' {
  if (spent >= shareOfNanoUsd(limit, spec.hardLimitPercent)) return 'exceeded';
  return spent >= shareOfNanoUsd(limit, spec.softLimitPercent) ? 'warning' : 'ok';
}
