import { madeBy, type Plan } from '../plan/plan.ts';
import { objectNameOf } from '../plan/names.ts';
import { variableIn } from '../source/part.ts';
import type { Params } from './params.ts';
import type { Vendor } from './vendors.ts';

type SecretRef = { readonly name: string; readonly key: string } | undefined;

/** Refers to the Secret that a deployment needs, and says how to make it. Undefined where it asks without one. */
export function credentialOf(params: Params, vendor: Vendor, plan: Plan): SecretRef {
  if (vendor.type === 'bedrock') return ofAws(params, plan);
  if (vendor.type === 'vertex') return ofGoogle(params, plan);
  const entra = vendor.type === 'azure_openai' ? ofEntra(params, plan) : undefined;
  return entra ?? ofKey(params, vendor, plan);
}

function ofKey(params: Params, vendor: Vendor, plan: Plan): SecretRef {
  const written = params.raw('api_key');
  const variable = written === undefined ? vendor.variable : variableIn(written);
  if (variable !== undefined) return ofVariable(variable, params, plan);
  if (written === undefined) return undefined;
  if (/^(none|null|empty|fake|dummy|anything|not-?needed|sk-fake|fake-key)$/i.test(written))
    return undefined;
  return ofClear(written, { type: vendor.type, params, plan });
}

interface Clear {
  readonly type: string;
  readonly params: Params;
  readonly plan: Plan;
}

/** A key that the file holds itself. */
function ofClear(written: string, { type, params, plan }: Clear): SecretRef {
  const name = `${objectNameOf(type, 'provider')}-key-of-line-${params.own.line}`;
  const todo = madeBy(`--from-literal=api-key=… (${sayClear(params)})`);
  return plan.secret({ name, key: 'api-key', holds: `key ${written}`, todo }, params.own);
}

const sayClear = ({ own }: Params): string =>
  `${own.said} holds the key itself: make a new one, as this one has been written down`;

function ofVariable(variable: string, { own }: Params, plan: Plan): SecretRef {
  const todo = madeBy(`--from-literal=api-key="$${variable}"`);
  return plan.secret({ name: variable, key: 'api-key', holds: `variable ${variable}`, todo }, own);
}

function ofAws(params: Params, plan: Plan): SecretRef {
  const id = params.raw('aws_access_key_id');
  const secret = params.raw('aws_secret_access_key');
  const session = params.raw('aws_session_token');
  const bearer = params.raw('api_key');
  if (
    params.rawOf(
      'aws_role_name',
      'aws_session_name',
      'aws_profile_name',
      'aws_web_identity_token',
    ) !== undefined
  ) {
    params.own.lost(
      'roles and profiles of AWS are the gateways’ own here: see docs/providers/bedrock.md',
    );
  }
  if (bearer !== undefined) {
    const variable = variableIn(bearer);
    return variable === undefined
      ? ofClear(bearer, { type: 'bedrock', params, plan })
      : ofVariable(variable, params, plan);
  }
  if (id === undefined && secret === undefined) return undefined;
  const members = [
    { name: 'accessKeyId', written: id, otherwise: 'AWS_ACCESS_KEY_ID' },
    { name: 'secretAccessKey', written: secret, otherwise: 'AWS_SECRET_ACCESS_KEY' },
    ...(session === undefined
      ? []
      : [{ name: 'sessionToken', written: session, otherwise: 'AWS_SESSION_TOKEN' }]),
  ];
  return ofJson(variableName(id) ?? 'bedrock', members, { params, plan });
}

function ofGoogle(params: Params, plan: Plan): SecretRef {
  const written = params.rawOf('vertex_credentials', 'vertex_ai_credentials');
  if (written === undefined) return undefined;
  const name = variableName(written) ?? 'vertex';
  const todo = madeBy(
    `--from-file=service-account=… (the key file of the service account of ${params.own.said})`,
  );
  const holds = `service account ${written}`;
  return plan.secret({ name, key: 'service-account', holds, todo }, params.own);
}

function ofEntra(params: Params, plan: Plan): SecretRef {
  const tenant = params.raw('tenant_id');
  const client = params.raw('client_id');
  const secret = params.raw('client_secret');
  if (secret === undefined) return undefined;
  const members = [
    { name: 'tenantId', written: tenant, otherwise: 'AZURE_TENANT_ID' },
    { name: 'clientId', written: client, otherwise: 'AZURE_CLIENT_ID' },
    { name: 'clientSecret', written: secret, otherwise: 'AZURE_CLIENT_SECRET' },
  ];
  return ofJson(variableName(secret) ?? 'azure', members, { params, plan });
}

/** A member of a credential in JSON. Absent ones stand in the variable that the vendor names. */
interface Member {
  readonly name: string;
  readonly written: string | undefined;
  readonly otherwise: string;
}

function ofJson(
  name: string,
  members: readonly Member[],
  { params, plan }: { readonly params: Params; readonly plan: Plan },
): SecretRef {
  const json = members.map((member) => `"${member.name}": "${shellOf(member)}"`).join(', ');
  const option = `--from-literal=credential="${`{${json}}`.replaceAll('"', String.raw`\"`)}"`;
  const isClear = members.some(isWritten);
  const todo = madeBy(isClear ? `${option} (${sayClear(params)})` : option);
  const holds = `credential ${JSON.stringify(members)}`;
  return plan.secret({ name, key: 'credential', holds, todo }, params.own);
}

/** Whether the file holds the value itself. */
const isWritten = ({ written }: Member): boolean =>
  written !== undefined && variableIn(written) === undefined;

/** A value for a shell; what the file holds itself is not repeated, and no variable stands for it. */
const shellOf = (member: Member): string =>
  isWritten(member) ? '…' : `$${variableName(member.written) ?? member.otherwise}`;

const variableName = (written: string | undefined): string | undefined =>
  written === undefined ? undefined : variableIn(written);
