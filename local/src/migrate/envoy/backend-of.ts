import type { ProviderTypeName } from '@aicp/crds/kit/provider-types';
import type { Plan } from '../plan/plan.ts';
import type { Part } from '../source/part.ts';
import type { Resources } from './resources.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The schemas of an AIServiceBackend, as types of providers. */
const TYPES: ReadonlyMap<string, ProviderTypeName> = new Map([
  ['OpenAI', 'openai'],
  ['AzureOpenAI', 'azure_openai'],
  ['AWSBedrock', 'bedrock'],
  ['AWSAnthropic', 'bedrock'],
  ['GCPVertexAI', 'vertex'],
  ['GCPAnthropic', 'vertex'],
  ['Anthropic', 'anthropic'],
  ['Cohere', 'cohere'],
]);
const HTTPS = 443;
/** The addresses of vendors, where a Provider needs none. */
const VENDORS: ReadonlyMap<string, ProviderTypeName> = new Map([
  ['api.openai.com', 'openai'],
  ['api.anthropic.com', 'anthropic'],
  ['api.cohere.com', 'cohere'],
  ['api.groq.com', 'groq'],
  ['api.mistral.ai', 'mistral'],
  ['api.deepseek.com', 'deepseek'],
  ['api.x.ai', 'xai'],
]);

/** Makes a Provider of an AIServiceBackend, with its Backend and its BackendSecurityPolicy. Undefined, and said, where that is not possible. */
export function addBackend(name: string, resources: Resources, plan: Plan): string | undefined {
  const part = resources.named('AIServiceBackend', name);
  const spec = part?.at('spec');
  const type = typeOf(spec);
  if (!part || !spec || type === undefined) {
    part?.lost(`AIServiceBackend ${name} is not made: no provider here speaks its schema`);
    return undefined;
  }
  const made = fieldsOf({ name, type, spec }, resources, plan);
  if (!made) {
    part.lost(`AIServiceBackend ${name} is not made: the address of its Backend is not known`);
    return undefined;
  }
  if (!plan.fits('Provider', made, part)) return undefined;
  return plan.add('Provider', { names: [name], spec: made, from: part });
}

const typeOf = (spec: Part | undefined): ProviderTypeName | undefined =>
  TYPES.get(spec?.at('schema')?.text('name') ?? '');

interface Backend {
  readonly name: string;
  readonly type: ProviderTypeName;
  readonly spec: Part;
}

function fieldsOf(
  { name, type, spec }: Backend,
  resources: Resources,
  plan: Plan,
): Fields | undefined {
  const security = securityOf(name, resources, plan);
  const hasKey = security['secretRef'] !== undefined;
  const place = placeOf(type, spec, { resources, hasKey });
  return place && { ...place, ...security, apiVersion: versionOf(type, spec.at('schema')) };
}

/** What Claude's API is called at the clouds, whatever a schema says: gateways always ask for it by this. */
const OF_CLAUDE: ReadonlySet<unknown> = new Set(['bedrock-2023-05-31', 'vertex-2023-10-16']);

/** Of Azure, `version` is the API's; of OpenAI it is the old word for the beginning of the path. */
function versionOf(type: ProviderTypeName, schema: Part | undefined): string | undefined {
  if (type === 'azure_openai') return schema?.text('version');
  // What has the version that is asked for anyway is carried over: it is read, and not told of.
  const { version } = (schema?.value ?? {}) as Fields;
  if (OF_CLAUDE.has(version)) schema?.text('version');
  return undefined;
}

interface Around {
  readonly resources: Resources;
  /** Whether what is sent there has a credential. */
  readonly hasKey: boolean;
}

/** Whom to ask where; undefined where the address would be a guess: prompts and keys would go to the vendor of that name. */
function placeOf(
  type: ProviderTypeName,
  spec: Part,
  { resources, hasKey }: Around,
): Fields | undefined {
  const found = endpointOf(spec, resources);
  if (!found) return undefined;
  const vendor = VENDORS.get(found.host);
  if (vendor !== undefined && type !== 'azure_openai') return { type: vendor };
  if (hasKey && found.port !== HTTPS)
    spec.todo('the Backend is asked by https, as what it is sent has a key: see that it speaks it');
  return placedAt(type, originOf(found, hasKey || CLOUDS.has(type)), spec);
}

/** Types that are asked as somebody also where no policy names a credential. */
const CLOUDS: ReadonlySet<ProviderTypeName> = new Set(['bedrock', 'vertex'] as const);
/** Types whose paths begin behind the address itself. */
const WITHOUT_PREFIX: ReadonlySet<ProviderTypeName> = new Set([
  ...(['azure_openai', 'bedrock', 'cohere'] as const),
]);

function placedAt(type: ProviderTypeName, origin: string, spec: Part): Fields {
  if (WITHOUT_PREFIX.has(type)) return { type, baseUrl: origin };
  const prefix = spec.at('schema')?.text('prefix') ?? 'v1';
  const baseUrl = `${origin}/${prefix.replaceAll(/^\/+|\/+$/g, '')}`;
  return { type: type === 'openai' ? 'openai_compatible' : type, baseUrl };
}

interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** No key goes over a connection that anybody between can read. */
function originOf({ host, port }: Endpoint, hasKey: boolean): string {
  if (port === HTTPS) return `https://${host}`;
  return `${hasKey ? 'https' : 'http'}://${host}:${port}`;
}

/** The first endpoint of the Backend that is named. */
function endpointOf(spec: Part, resources: Resources): Endpoint | undefined {
  const reference = spec.at('backendRef');
  reference?.members();
  const backend = resources.named('Backend', reference?.text('name'));
  const [endpoint] = backend?.at('spec')?.items('endpoints') ?? [];
  return endpoint && addressOf(endpoint);
}

function addressOf(endpoint: Part): Endpoint | undefined {
  const address = endpoint.at('fqdn') ?? endpoint.at('ip');
  if (!address) return undefined;
  const host = address.text('hostname') ?? address.text('address');
  return host === undefined ? undefined : { host, port: address.number('port') ?? HTTPS };
}

/** What a BackendSecurityPolicy says of the credential: its Secret is used as it is. */
function securityOf(name: string, resources: Resources, plan: Plan): Fields {
  const policy = resources.of('BackendSecurityPolicy').find((one) => targets(one).includes(name));
  const spec = policy?.at('spec');
  if (!policy || !spec) return {};
  spec.at('type');
  const key = spec.at('apiKey') ?? spec.at('azureAPIKey') ?? spec.at('anthropicAPIKey');
  if (key) return { secretRef: refOf({ part: key, policy, plan }, 'apiKey') };
  const aws = spec.at('awsCredentials');
  if (aws) return { region: aws.text('region'), ...ofFile({ part: aws, policy, plan }, 'AWS') };
  const gcp = spec.at('gcpCredentials');
  if (gcp) {
    const place = { project: gcp.text('projectName'), region: gcp.text('region') };
    return { ...place, ...ofFile({ part: gcp, policy, plan }, 'Google') };
  }
  policy.lost('the credential is not carried over: write a Secret in the form of docs/providers');
  spec.members();
  return {};
}

function ofFile({ part, ...around }: Credential, vendor: string): Fields {
  const file = part.at('credentialsFile');
  if (vendor === 'Google' && file) {
    return { secretRef: refOf({ part: file, ...around }, 'service_account.json') };
  }
  if (file) {
    file.members();
    file.todo(
      'write the keys of AWS as JSON into a Secret (docs/providers/bedrock.md), and name it in secretRef of the Provider; without it, the role of the gateways counts',
    );
  }
  return {};
}

interface Credential {
  readonly part: Part;
  readonly policy: Part;
  readonly plan: Plan;
}

/** A Secret as it is. Of two that differ by their namespace alone, the second gets another name. */
function refOf({ part, policy, plan }: Credential, key: string): Fields | undefined {
  const reference = part.at('secretRef');
  reference?.members();
  const name = reference?.text('name');
  if (name === undefined) return undefined;
  const namespace = reference?.text('namespace') ?? policy.at('metadata')?.text('namespace') ?? '';
  const todo = (own: string): string =>
    own === name
      ? `the Secret ${name} with its key ${key} has to be in the namespace of the control plane`
      : `copy the Secret ${name} of the namespace ${namespace} as ${own}, with its key ${key}, into the namespace of the control plane: another is called so`;
  return plan.secret({ name, key, holds: `${namespace}/${name}`, todo }, part);
}

function targets(policy: Part): readonly (string | undefined)[] {
  const references = policy.at('spec')?.items('targetRefs') ?? [];
  return references.map((reference) => {
    reference.members();
    return reference.text('name');
  });
}
