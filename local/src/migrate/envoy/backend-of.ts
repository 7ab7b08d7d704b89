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
  ['GCPVertexAI', 'vertex'],
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
  const schema = spec?.at('schema');
  const type = TYPES.get(schema?.text('name') ?? '');
  if (!part || !spec || type === undefined) {
    part?.lost(`AIServiceBackend ${name} is not made: no provider here speaks its schema`);
    return undefined;
  }
  const place = placeOf(type, spec, resources);
  const made = { ...place, ...securityOf(name, resources), apiVersion: versionOf(type, schema) };
  if (!plan.fits('Provider', made, part)) return undefined;
  return plan.add('Provider', { names: [name], spec: made, from: part });
}

/** Of Azure, `version` is the API's; of OpenAI it is the old word for the beginning of the path. */
const versionOf = (type: ProviderTypeName, schema: Part | undefined): string | undefined =>
  type === 'azure_openai' ? schema?.text('version') : undefined;

function placeOf(type: ProviderTypeName, spec: Part, resources: Resources): Fields {
  const found = endpointOf(spec, resources);
  const vendor = found && VENDORS.get(found.host);
  if (type === 'bedrock' || type === 'vertex' || !found) return { type };
  if (type === 'azure_openai') return { type, baseUrl: originOf(found) };
  if (vendor !== undefined) return { type: vendor };
  const prefix = spec.at('schema')?.text('prefix') ?? 'v1';
  const baseUrl = `${originOf(found)}/${prefix.replaceAll(/^\/+|\/+$/g, '')}`;
  return { type: type === 'openai' ? 'openai_compatible' : type, baseUrl };
}

interface Endpoint {
  readonly host: string;
  readonly port: number;
}

const originOf = ({ host, port }: Endpoint): string =>
  port === HTTPS ? `https://${host}` : `http://${host}:${port}`;

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
function securityOf(name: string, resources: Resources): Fields {
  const policy = resources.of('BackendSecurityPolicy').find((one) => targets(one).includes(name));
  const spec = policy?.at('spec');
  if (!spec) return {};
  spec.at('type');
  const key = spec.at('apiKey') ?? spec.at('azureAPIKey') ?? spec.at('anthropicAPIKey');
  if (key) return { secretRef: refOf(key, 'apiKey') };
  const aws = spec.at('awsCredentials');
  if (aws) return { region: aws.text('region'), ...ofFile(aws, 'AWS') };
  const gcp = spec.at('gcpCredentials');
  if (gcp) {
    const place = { project: gcp.text('projectName'), region: gcp.text('region') };
    return { ...place, ...ofFile(gcp, 'Google') };
  }
  policy?.lost('the credential is not carried over: write a Secret in the form of docs/providers');
  spec.members();
  return {};
}

function ofFile(part: Part, vendor: string): Fields {
  const file = part.at('credentialsFile');
  if (vendor === 'Google' && file) return { secretRef: refOf(file, 'service_account.json') };
  if (file) {
    file.members();
    file.todo(
      'write the keys of AWS as JSON into a Secret (docs/providers/bedrock.md), and name it in secretRef of the Provider; without it, the role of the gateways counts',
    );
  }
  return {};
}

function refOf(part: Part, key: string): Fields | undefined {
  const reference = part.at('secretRef');
  reference?.members();
  const name = reference?.text('name');
  if (name === undefined) return undefined;
  part.todo(
    `the Secret ${name} with its key ${key} has to be in the namespace of the control plane`,
  );
  return { name, key };
}

function targets(policy: Part): readonly (string | undefined)[] {
  const references = policy.at('spec')?.items('targetRefs') ?? [];
  return references.map((reference) => {
    reference.members();
    return reference.text('name');
  });
}
