import { vendorOf } from '@aicp/contracts/prices/layers/bundled-prices';
import type { Plan } from '../plan/plan.ts';
import type { Part } from '../source/part.ts';
import { addBudget } from './budget-of.ts';
import { limitDeployment, type Deployment } from './deployments.ts';
import type { Fallbacks } from './fallbacks.ts';
import { modelFieldsOf } from './model-of.ts';
import type { BaseModelPrices, OfVendor } from './prices/base-model-prices.ts';
import { askedBy } from './vendors.ts';

/** What is said elsewhere of the models of the file. */
export interface AllModels {
  readonly plan: Plan;
  readonly basePrices: BaseModelPrices;
  readonly fallbacks: Fallbacks;
  readonly contextWindow: Fallbacks;
  readonly contentPolicy: Fallbacks;
  /** Further names, by the model that they mean. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  readonly lossy: 'reject' | undefined;
}

/** Makes a Model of a single deployment, and of several a Model each and the group that they are asked by. */
export function addModel(name: string, deployments: readonly Deployment[], all: AllModels): void {
  const [only, second] = deployments;
  if (only && !second) addDeployment(name, only, all, name);
  else addGroup(name, deployments, all);
}

function addDeployment(id: string, deployment: Deployment, all: AllModels, group: string): void {
  const { plan } = all;
  const isAlone = id === group;
  const fields = modelFieldsOf(deployment.params, deployment.info);
  const spec = {
    modelId: id,
    provider: deployment.provider,
    upstreamModel: deployment.upstream === id ? undefined : deployment.upstream,
    aliases: isAlone ? all.aliases.get(group) : undefined,
    ...fields,
    lossy: all.lossy,
    fallbacks: isAlone ? all.fallbacks.get(group) : undefined,
    contextWindowFallbacks: all.contextWindow.get(group),
    contentPolicyFallbacks: all.contentPolicy.get(group),
  };
  plan.add('Model', { names: [id], spec, from: deployment.part });
  priceByBase(deployment, all.basePrices, Object.keys(fields));
  limitDeployment(plan, id, deployment);
  addBudget(plan, deployment.params, { entityType: 'model', entityId: id });
}

const IS_PRICE = /Price(PerMillion)?$/;
/** Where a deployment of Azure runs, which costs the same everywhere in the world. */
const EVERYWHERE = /^global(-standard)?\//;

/** Has a deployment that says no price itself cost what its `base_model` does. LiteLLM looks for that among the params first. */
function priceByBase(
  { params, info, ...deployment }: Deployment,
  prices: BaseModelPrices,
  fields: readonly string[],
): void {
  const [written] = [params.text('base_model'), info?.text('base_model')].filter(
    (one) => one !== undefined,
  );
  if (written === undefined || fields.some((one) => IS_PRICE.test(one))) return;
  const { provider, pricedBy: vendor, upstream, part } = deployment;
  const asked = { vendor, model: upstream };
  prices.add({ provider, asked, written, bases: basesOf(written, vendor), part });
}

/** A name without a vendor before it is looked for at the deployment's own vendor first. */
function basesOf(written: string, vendor: string | undefined): readonly OfVendor[] {
  const other = askedBy(written);
  const ofOther =
    other === undefined
      ? []
      : [
          {
            vendor: vendorOf(other.vendor.type, other.vendor.baseUrl),
            model: other.upstream.replace(EVERYWHERE, ''),
          },
        ];
  return written.includes('/') ? ofOther : [{ vendor, model: written }, ...ofOther];
}

function addGroup(name: string, deployments: readonly Deployment[], all: AllModels): void {
  const named = new Map(
    deployments.map((one) => [all.plan.modelId(`${name}/${one.provider}`), one] as const),
  );
  for (const [id, deployment] of named) addDeployment(id, deployment, all, name);
  const [from] = deployments.map(({ part }) => part);
  if (from)
    addPolicies(name, { models: [...named.keys()], weights: weightsOf(deployments), from, all });
}

interface Group {
  readonly models: readonly string[];
  readonly weights: readonly number[] | undefined;
  readonly from: Part;
  readonly all: AllModels;
}

function addPolicies(name: string, { models, weights, from, all }: Group): void {
  for (const alias of [name, ...(all.aliases.get(name) ?? [])]) {
    const config = { alias, models, ...(weights === undefined ? {} : { weights }) };
    const spec = { policyType: 'model_group', config };
    all.plan.add('RoutingPolicy', { names: [`group-${alias}`], spec, from });
  }
  const fallbacks = all.fallbacks.get(name);
  if (fallbacks === undefined) return;
  const spec = { policyType: 'fallback', config: { model: name, fallbacks } };
  all.plan.add('RoutingPolicy', { names: [`fallback-${name}`], spec, from });
}

/** What LiteLLM draws by: the first of these that the first deployment has. One that lacks it has no share, as there. */
const BY = ['weight', 'rpm', 'tpm'] as const;
const HEAVIEST = 1_000_000;

function weightsOf(deployments: readonly Deployment[]): readonly number[] | undefined {
  const all = BY.map((field) => deployments.map(({ params }) => params.number(field)));
  const found = all.find(([first]) => first !== undefined);
  if (!found) return undefined;
  const numbers = found.map((one) => one ?? 0);
  const largest = Math.max(...numbers);
  if (numbers.every((one) => Number.isInteger(one)) && largest <= HEAVIEST) return numbers;
  return numbers.map((one) => Math.round((one / largest) * HEAVIEST));
}
