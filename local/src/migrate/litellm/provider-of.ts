import type { Plan } from '../plan/plan.ts';
import { credentialOf } from './credentials.ts';
import type { Params } from './params.ts';
import type { Vendor } from './vendors.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Makes one Provider for all deployments that ask at the same place with the same credential. */
export class Providers {
  private readonly plan: Plan;
  private readonly defaults: Fields;
  private readonly known = new Map<string, string>();

  constructor(plan: Plan, defaults: Fields) {
    this.plan = plan;
    this.defaults = defaults;
  }

  /** The name of the Provider that a deployment asks; undefined, and said, where none can be made. */
  of(params: Params, vendor: Vendor): string | undefined {
    const found = placeOf(params, vendor);
    const secretRef = credentialOf(params, found.vendor, this.plan);
    const spec = { type: found.vendor.type, ...found.fields, secretRef, ...this.defaults };
    const key = JSON.stringify(spec);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (!this.plan.fits('Provider', spec, params.own)) return undefined;
    const names = namesFor(spec, secretRef?.name);
    const name = this.plan.add('Provider', { names, spec, from: params.own });
    this.known.set(key, name);
    return name;
  }
}

interface Place {
  readonly vendor: Vendor;
  readonly fields: Fields;
}

function placeOf(params: Params, vendor: Vendor): Place {
  const baseUrl = baseUrlOf(params, vendor);
  const isElsewhere = vendor.type === 'openai' && baseUrl !== undefined && !isOpenAi(baseUrl);
  if (isElsewhere) return { vendor: { ...vendor, type: 'openai_compatible' }, fields: { baseUrl } };
  const { type } = vendor;
  if (type === 'azure_openai') {
    return { vendor, fields: { baseUrl, apiVersion: params.plain('api_version') } };
  }
  if (type === 'bedrock') {
    const region = params.plain('aws_region_name');
    return {
      vendor,
      fields: { baseUrl: baseUrl ?? params.address('aws_bedrock_runtime_endpoint'), region },
    };
  }
  if (type === 'vertex') return { vendor, fields: ofVertex(params) };
  return { vendor, fields: { baseUrl } };
}

function ofVertex(params: Params): Fields {
  return {
    project: params.plain('vertex_project') ?? params.plain('vertex_ai_project'),
    region: params.plain('vertex_location') ?? params.plain('vertex_ai_location') ?? 'us-central1',
  };
}

const isOpenAi = (address: string): boolean => new URL(address).hostname === 'api.openai.com';

function baseUrlOf(params: Params, vendor: Vendor): string | undefined {
  const written = params.address('api_base') ?? params.address('base_url');
  if (written === undefined) return vendor.baseUrl;
  if (vendor.ignoresAddress) {
    params.own.lost(
      `api_base is not taken: set baseUrl of the Provider where it is not the vendor’s own`,
    );
    return undefined;
  }
  if (vendor.type === 'azure_openai') return new URL(written).origin;
  const { suffix } = vendor;
  return suffix === undefined || /\/v[0-9]+$/.test(written) ? written : written + suffix;
}

const LABELS: Readonly<Partial<Record<string, string>>> = { azure_openai: 'azure' };

/** What a Provider may be called, the plainest name first. */
function namesFor(spec: Fields, secret: string | undefined): readonly string[] {
  const { type, baseUrl, region } = spec;
  const label = LABELS[String(type)] ?? String(type);
  const host = typeof baseUrl === 'string' ? new URL(baseUrl).hostname.split('.') : [];
  const place = host.find((part) => !/^(api|www|localhost|integrate|[0-9]+)$/.test(part));
  if (type === 'openai_compatible') return [place ?? label];
  const further = [place, region, secret?.replace(/(-api)?-key$/, '')]
    .filter((one) => typeof one === 'string')
    .map((one) => (one.startsWith(label) ? one : `${label}-${one}`));
  return [label, ...further];
}
