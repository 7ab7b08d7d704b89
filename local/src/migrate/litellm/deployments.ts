import type { Plan } from '../plan/plan.ts';
import type { Part } from '../source/part.ts';
import { Params, type Surroundings } from './params.ts';
import type { Providers } from './provider-of.ts';
import { whole } from './model-of.ts';
import { askedBy, type Asked } from './vendors.ts';

/** One entry of `model_list` whose Provider is made. */
export interface Deployment {
  /** What clients send. */
  readonly model: string;
  readonly provider: string;
  readonly upstream: string;
  /** The vendor whose bundled prices count for it; undefined where nobody knows. */
  readonly pricedBy: string | undefined;
  readonly params: Part;
  readonly info: Part | undefined;
  readonly part: Part;
}

interface Making extends Surroundings {
  readonly plan: Plan;
  readonly providers: Providers;
}

/** The deployments of `model_list` that can be asked here, by what clients send. */
export function deploymentsIn(
  list: readonly Part[],
  making: Making,
): ReadonlyMap<string, readonly Deployment[]> {
  const found = new Map<string, readonly Deployment[]>();
  for (const part of list) {
    const deployment = deploymentOf(part, making);
    if (!deployment) continue;
    found.set(deployment.model, [...(found.get(deployment.model) ?? []), deployment]);
  }
  return found;
}

function deploymentOf(part: Part, making: Making): Deployment | undefined {
  const model = part.text('model_name');
  const own = part.at('litellm_params');
  const written = own?.text('model');
  if (model === undefined || own === undefined || written === undefined) {
    part.lost('a deployment needs model_name and litellm_params.model: it is left out');
    return undefined;
  }
  const asked = askedBy(written, own.text('custom_llm_provider'));
  if (!asked) {
    own.members();
    part.lost(`${model} is not made: nobody whom gateways can ask is known by “${written}”`);
    return undefined;
  }
  const info = part.at('model_info');
  const why = whyClosed(asked, info);
  if (why !== undefined) {
    own.members();
    part.lost(`${model} is not made: ${why}`);
    return undefined;
  }
  const provider = making.providers.of(new Params(own, making), asked.vendor);
  if (provider === undefined) return undefined;
  if (model.includes('*') || asked.upstream.includes('*')) {
    sayWildcard(part, { model, provider });
    return undefined;
  }
  return {
    model,
    provider,
    upstream: asked.upstream,
    pricedBy: making.providers.pricedBy(provider),
    params: own,
    info,
    part,
  };
}

/** Models of vendors other than Anthropic that Google serves at an address of their own, which no Provider asks. */
const OF_OTHERS_AT_VERTEX =
  /^(?!publishers\/anthropic\/models\/)(?:mistral|codestral|jamba|deepseek|qwen|llama|gpt-oss|[a-z-]+\/)/;

/** Why a deployment becomes no Model, though its vendor can be asked. */
function whyClosed({ vendor, upstream }: Asked, info: Part | undefined): string | undefined {
  if (info?.has('team_id') === true) {
    info.at('team_public_model_name');
    return 'it belongs to a team of LiteLLM’s, and would be open to everybody: write a Model and an AccessTier for it';
  }
  return vendor.type === 'vertex' && OF_OTHERS_AT_VERTEX.test(upstream)
    ? 'models of vendors other than Google and Anthropic are not served at Vertex AI: ask their vendor, or Bedrock'
    : undefined;
}

function sayWildcard(part: Part, { model, provider }: { model: string; provider: string }): void {
  part.lost(`${model}: models are named one by one here, each with its price and its limits`);
  part.todo(`make the Models that it stood for: aicp models import --provider ${provider}`);
}

/** Limits of a deployment, on the Model that it became. */
export function limitDeployment(plan: Plan, id: string, { params, part }: Deployment): void {
  const limits = {
    rpmLimit: whole(params.number('rpm')),
    tpmLimit: whole(params.number('tpm')),
    concurrentLimit: whole(params.number('max_parallel_requests')),
  };
  if (Object.values(limits).some((limit) => limit !== undefined)) {
    const spec = { scope: 'model', scopeValue: id, ...limits };
    plan.add('RateLimitPolicy', { names: [`model-${id}`], spec, from: part });
  }
}
