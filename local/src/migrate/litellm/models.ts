import type { Plan } from '../plan/plan.ts';
import type { Part } from '../source/part.ts';
import { addBudget } from './budget-of.ts';
import { limitDeployment, type Deployment } from './deployments.ts';
import type { Fallbacks } from './fallbacks.ts';
import { modelFieldsOf } from './model-of.ts';

/** What is said elsewhere of the models of the file. */
export interface AllModels {
  readonly plan: Plan;
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
  const spec = {
    modelId: id,
    provider: deployment.provider,
    upstreamModel: deployment.upstream === id ? undefined : deployment.upstream,
    aliases: isAlone ? all.aliases.get(group) : undefined,
    ...modelFieldsOf(deployment.params, deployment.info),
    lossy: all.lossy,
    fallbacks: isAlone ? all.fallbacks.get(group) : undefined,
    contextWindowFallbacks: all.contextWindow.get(group),
    contentPolicyFallbacks: all.contentPolicy.get(group),
  };
  plan.add('Model', { names: [id], spec, from: deployment.part });
  limitDeployment(plan, id, deployment);
  addBudget(plan, deployment.params, { entityType: 'model', entityId: id });
}

function addGroup(name: string, deployments: readonly Deployment[], all: AllModels): void {
  const named = new Map<string, Deployment>();
  for (const deployment of deployments) {
    const plain = `${name}/${deployment.provider}`;
    named.set(named.has(plain) ? `${plain}-${named.size + 1}` : plain, deployment);
  }
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
