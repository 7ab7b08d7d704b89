import { vendorOf } from '@aicp/contracts/prices/layers/bundled-prices';
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
  private readonly vendors = new Map<string, string | undefined>();

  constructor(plan: Plan, defaults: Fields) {
    this.plan = plan;
    this.defaults = defaults;
  }

  /** The name of the Provider that a deployment asks; undefined, and said, where none can be made. */
  of(params: Params, vendor: Vendor): string | undefined {
    const found = placeOf(params, vendor);
    if (!params.areTaken()) return undefined;
    const secretRef = credentialOf(params, found.vendor, this.plan);
    if (!params.areTaken()) return undefined;
    const spec = { type: found.vendor.type, ...found.fields, secretRef, ...this.defaults };
    const key = JSON.stringify(spec);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (!this.plan.fits('Provider', spec, params.own)) return undefined;
    const names = namesFor(spec, secretRef?.name);
    const name = this.plan.add('Provider', { names, spec, from: params.own });
    this.known.set(key, name);
    const { baseUrl } = found.fields;
    const address = typeof baseUrl === 'string' ? baseUrl : undefined;
    this.vendors.set(name, vendorOf(found.vendor.type, address));
    return name;
  }

  /** The vendor whose bundled prices count for a Provider of this name; undefined where nobody knows. */
  pricedBy(name: string): string | undefined {
    return this.vendors.get(name);
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
    const endpoint = params.address('aws_bedrock_runtime_endpoint');
    const region = params.plain('aws_region_name');
    return { vendor, fields: { baseUrl: baseUrl ?? endpoint, region: region ?? vendor.region } };
  }
  if (type === 'vertex') return { vendor, fields: ofVertex(params) };
  return { vendor, fields: { baseUrl } };
}

/** Where LiteLLM asks Vertex AI if nobody says it. */
const REGION_OF_VERTEX = 'us-central1';

function ofVertex(params: Params): Fields {
  const project = params.plain('vertex_project') ?? params.plain('vertex_ai_project');
  const region = params.plain('vertex_location') ?? params.plain('vertex_ai_location');
  return { project, region: region ?? REGION_OF_VERTEX };
}

const isOpenAi = (address: string): boolean => new URL(address).hostname === 'api.openai.com';

function baseUrlOf(params: Params, vendor: Vendor): string | undefined {
  const written = writtenAddress(params, vendor);
  if (written === undefined) return vendor.baseUrl;
  if (vendor.ignoresAddress) {
    params.untaken(
      'api_base',
      'is another address than baseUrl of a Provider: write that Provider by hand',
    );
    return undefined;
  }
  // Whose path leads to a proxy keeps it; what Azure itself has behind the resource is the gateway's to write.
  if (vendor.type === 'azure_openai') return written.replace(/\/openai(?:\/.*)?$/, '');
  const { suffix } = vendor;
  return suffix === undefined || /\/v[0-9]+$/.test(written) ? written : written + suffix;
}

/** The address of a deployment, or of its vendor, which LiteLLM takes from a variable named as that of the key. */
function writtenAddress(params: Params, { variable }: Vendor): string | undefined {
  const own = params.address('api_base');
  const other = params.address('base_url');
  if (own !== undefined || other !== undefined) return own ?? other;
  const name = variable?.replace(/_API_KEY$/, '');
  return name === undefined
    ? undefined
    : params.addressOfFile(`${name}_BASE_URL`, `${name}_API_BASE`);
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
