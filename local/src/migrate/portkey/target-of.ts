import type { Plan } from '../plan/plan.ts';
import { isPlainAddress } from '../plan/secrets.ts';
import type { Part } from '../source/part.ts';
import { credentialOf } from './credential-of.ts';
import { vendorOf, type PortkeyVendor } from './vendors.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the places around a target say of it. */
export interface Inherited {
  readonly model: string | undefined;
  readonly attempts: number | undefined;
  readonly timeout: number | undefined;
  /** The place whose `custom_host` counts. */
  readonly host: Part | undefined;
}

const MOST_RETRIES = 10;

/** What a place of the config says for all below it. */
export function inherit(part: Part, from: Inherited): Inherited {
  const override = part.at('override_params');
  const retry = part.at('retry');
  if (retry && retry.items('on_status_codes').length > 0) {
    retry.lost('retry.on_status_codes: which answers are tried again is the same for all here');
  }
  sayCache(part.at('cache'));
  return {
    model: override?.text('model') ?? from.model,
    attempts: retry?.number('attempts') ?? from.attempts,
    timeout: part.number('request_timeout') ?? from.timeout,
    host: part.has('custom_host') ? part : from.host,
  };
}

function sayCache(cache: Part | undefined): void {
  if (!cache) return;
  const isSemantic = cache.text('mode') === 'semantic';
  const age = cache.number('max_age');
  const seconds = age === undefined ? '' : `, and spec.cache.ttlSeconds to ${Math.ceil(age)}`;
  const alike = isSemantic ? ', and spec.cache.semantic as well' : '';
  cache.todo(`cache: set features.semanticCache of the ControlPlane to true${seconds}${alike}`);
}

/** Makes the Provider and the Model of a target; undefined, and said, where that is not possible. */
export function addTarget(id: string, part: Part, said: Inherited, plan: Plan): string | undefined {
  const { vendor, slug, upstream } = askedBy(part, said);
  if (!vendor) {
    part.lost('a target is not made: nobody whom gateways can ask is known by its provider');
    return undefined;
  }
  const untaken = untakenAddress(part, vendor, said) ?? unservedModel(vendor, upstream);
  if (untaken !== undefined) {
    part.lost(`a target is not made: ${untaken}`);
    return undefined;
  }
  const spec = specOf(part, { vendor, said, slug, plan });
  if (!plan.fits('Provider', spec, part)) return undefined;
  const provider = plan.add('Provider', { names: [slug ?? vendor.type], spec, from: part });
  if (spec['isActive'] === false) {
    part.todo(
      `Provider ${provider} is switched off, since the address that its key is for may stand in Portkey’s vault: write it into baseUrl where there is one, then set isActive to true`,
    );
  }
  if (upstream === undefined) {
    part.lost('a target without override_params.model stands for every model: no Model is made');
    part.todo(`make the Models that are wanted: aicp models import --provider ${provider}`);
    return undefined;
  }
  const totalTimeoutMs = said.timeout === undefined ? undefined : Math.ceil(said.timeout);
  const model = { modelId: id, provider, upstreamModel: upstream, totalTimeoutMs };
  if (!plan.fits('Model', model, part)) return undefined;
  plan.add('Model', { names: [id], spec: model, from: part });
  return id;
}

interface Asked {
  readonly vendor: PortkeyVendor | undefined;
  /** What Portkey's vault calls the key. */
  readonly slug: string | undefined;
  readonly upstream: string | undefined;
}

/** Whom a target asks, for what: a provider stands by itself, as a key of the vault, or before the model. */
function askedBy(part: Part, { model }: Inherited): Asked {
  const provider = part.text('provider');
  const key = part.text('virtual_key');
  const deployment = part.text('azure_deployment_id');
  const [, ofModel, plain] = /^(@[^/]+)\/(.+)$/.exec(model ?? '') ?? [];
  const slugs = [key, provider?.startsWith('@') === true ? provider : undefined, ofModel];
  const slug = slugs.find((one) => one !== undefined);
  const vendor = vendorOf(provider ?? slug ?? '');
  return { vendor, slug, upstream: upstreamOf(vendor, plain ?? model, deployment) };
}

/** The deployment is in the path of what Azure is asked, whatever model the body names. */
function upstreamOf(
  vendor: PortkeyVendor | undefined,
  model: string | undefined,
  deployment: string | undefined,
): string | undefined {
  if (vendor?.type === 'azure_openai') return deployment ?? model;
  const upstream = model ?? deployment;
  return vendor?.type === 'vertex' ? upstream?.replace(/^(?:google|anthropic)\./, '') : upstream;
}

/** Whose models Portkey asks Vertex AI for, by what stands before their names, and gateways do not. */
const UNSERVED = /^(meta|mistralai|endpoints)\./;

/** Why the model of a target is not served here. */
function unservedModel({ type }: PortkeyVendor, upstream: string | undefined): string | undefined {
  const [, publisher] = UNSERVED.exec(type === 'vertex' ? (upstream ?? '') : '') ?? [];
  return publisher === undefined
    ? undefined
    : `gateways ask Vertex AI for models of Google and Anthropic alone, not for those of ${publisher}`;
}

interface Making {
  readonly vendor: PortkeyVendor;
  readonly said: Inherited;
  readonly slug: string | undefined;
  readonly plan: Plan;
}

function specOf(part: Part, { vendor, said, slug, plan }: Making): Fields {
  const { attempts } = said;
  const maxRetries =
    attempts === undefined ? {} : { maxRetries: Math.min(Math.floor(attempts), MOST_RETRIES) };
  const place = placeOf(part, vendor, said.host);
  const secretRef = credentialOf(part, { vendor, slug, plan });
  // Nobody but the vault knows where a key of it goes, unless the config says it.
  const isInVault = slug !== undefined && place['baseUrl'] === undefined;
  const isActive = isInVault ? false : undefined;
  return { type: vendor.type, ...place, ...maxRetries, secretRef, isActive };
}

const RESOURCE = /^[a-z0-9-]+$/;

/** Why the address of a target cannot be taken, where one is written that cannot be. */
function untakenAddress(
  part: Part,
  { type }: PortkeyVendor,
  { host }: Inherited,
): string | undefined {
  if (host && hostOf(host) === undefined) {
    return 'its custom_host is no plain address, which begins with https:// or http:// and holds no name, password or query';
  }
  if (type !== 'azure_openai' || !part.has('azure_resource_name')) return undefined;
  return RESOURCE.test(part.text('azure_resource_name') ?? '')
    ? undefined
    : 'its azure_resource_name is no name of a resource, which holds small letters, digits and - alone';
}

function placeOf(part: Part, { type }: PortkeyVendor, host: Part | undefined): Fields {
  const baseUrl = host && hostOf(host);
  switch (type) {
    case 'azure_openai':
      return { baseUrl: baseUrl ?? resourceOf(part), apiVersion: part.text('azure_api_version') };
    case 'bedrock':
      return { baseUrl, region: part.text('aws_region') };
    case 'vertex':
      return {
        ...{ baseUrl, project: part.text('vertex_project_id') },
        region: part.text('vertex_region'),
      };
    case 'openai':
      return baseUrl === undefined ? {} : { type: 'openai_compatible', baseUrl };
    default:
      return { baseUrl };
  }
}

function hostOf(part: Part): string | undefined {
  const host = part.text('custom_host');
  return host !== undefined && isPlainAddress(host) ? host : undefined;
}

function resourceOf(part: Part): string | undefined {
  const resource = part.text('azure_resource_name');
  return resource === undefined ? undefined : `https://${resource}.openai.azure.com`;
}
