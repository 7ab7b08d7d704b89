import { madeBy, type Plan } from '../plan/plan.ts';
import type { Part } from '../source/part.ts';
import type { PortkeyVendor } from './vendors.ts';

type SecretRef = { readonly name: string; readonly key: string } | undefined;

/** Whom a target asks, and by which key of the vault. */
export interface Asking {
  readonly vendor: PortkeyVendor;
  readonly slug: string | undefined;
  readonly plan: Plan;
}

/** A credential that a target may hold itself, as the Secret of a vendor has it. */
interface Form {
  readonly key: string;
  /** The members of the target that it is made of: what is there of them is it. */
  readonly members: readonly string[];
  /** What fills the Secret, where the target holds it. */
  readonly option: string;
}

const KEY: Form = { key: 'api-key', members: ['api_key'], option: '--from-literal=api-key=…' };
const jsonOf = (...names: readonly string[]): string => {
  const json = names.map((name) => String.raw`\"${name}\": \"…\"`).join(', ');
  return `--from-literal=credential="{${json}}"`;
};
const AWS: Form = {
  key: 'credential',
  members: ['aws_access_key_id', 'aws_secret_access_key', 'aws_session_token'],
  option: jsonOf('accessKeyId', 'secretAccessKey'),
};
const ENTRA: Form = {
  key: 'credential',
  members: ['azure_entra_tenant_id', 'azure_entra_client_id', 'azure_entra_client_secret'],
  option: jsonOf('tenantId', 'clientId', 'clientSecret'),
};
const GOOGLE: Form = {
  key: 'service-account',
  members: ['vertex_service_account_json'],
  option: '--from-file=service-account=…',
};

const FORMS: Readonly<Partial<Record<string, readonly Form[]>>> = {
  azure_openai: [KEY, ENTRA],
  bedrock: [AWS, KEY],
  vertex: [GOOGLE],
};

/** Refers to the Secret that a target needs, and says how it is made. Undefined where the gateways ask as themselves. */
export function credentialOf(part: Part, asking: Asking): SecretRef {
  const { vendor, slug, plan } = asking;
  const forms = FORMS[vendor.type] ?? [KEY];
  // Each is asked for, so that none counts as unread.
  const found = forms.filter(({ members }) => members.filter((name) => part.has(name)).length > 0);
  if (isByIdentity(part)) return undefined;
  const [form] = found;
  if (form) return ofClear(part, form, asking);
  const key = forms[0]?.key ?? KEY.key;
  if (slug !== undefined) {
    const option = `--from-literal=${key}=… (the vendor’s key, which Portkey’s vault does not give out)`;
    const holds = `vault ${slug}`;
    return plan.secret({ name: slug, key, holds, todo: madeBy(option) }, part);
  }
  const { variable } = vendor;
  const from = key === GOOGLE.key ? '--from-file' : '--from-literal';
  const bearer = vendor.type === 'bedrock' ? KEY.key : key;
  const todo = madeBy(`${from}=${bearer}="$${variable}"`);
  return plan.secret({ name: variable, key: bearer, holds: `variable ${variable}`, todo }, part);
}

/** Whether a target names who asks in the place of a key: here gateways are that themselves, which is said. */
function isByIdentity(part: Part): boolean {
  const isManaged = part.text('azure_auth_mode') === 'managed';
  if (isManaged) {
    part.at('azure_managed_client_id');
    part.lost(
      'a managed identity of Azure is that of the gateways here: see docs/providers/azure_openai.md',
    );
  }
  const isRole = part.has('aws_role_arn');
  if (isRole) {
    part.at('aws_external_id');
    part.lost('roles of AWS are the gateways’ own here: see docs/providers/bedrock.md');
  }
  return isManaged || isRole;
}

/** No variable stands for a key that the config holds itself: others may hold another. */
function ofClear(part: Part, { key, members, option }: Form, { slug, plan, vendor }: Asking) {
  const written = members.map((name) => part.at(name)?.value);
  const todo = madeBy(
    `${option} (${part.said} holds the key itself: make a new one, as this one has been written down)`,
  );
  const holds = `written ${JSON.stringify([key, written])}`;
  return plan.secret({ name: slug ?? vendor.variable, key, holds, todo }, part);
}
