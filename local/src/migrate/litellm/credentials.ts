import type { Plan } from '../plan/plan.ts';
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
  const name = `${objectNameOf(vendor.type, 'provider')}-key-of-line-${params.own.line}`;
  const by =
    '--from-literal=api-key=… (the file holds the key itself: make a new one, as this one has been written down)';
  return plan.secret({ name, key: 'api-key', by }, params.own);
}

function ofVariable(variable: string, { own }: Params, plan: Plan): SecretRef {
  const name = objectNameOf(variable, 'api-key');
  return plan.secret({ name, key: 'api-key', by: `--from-literal=api-key="$${variable}"` }, own);
}

const shellOf = (written: string | undefined, otherwise: string): string =>
  `$${(written === undefined ? undefined : variableIn(written)) ?? otherwise}`;

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
    return ofVariable(variableIn(bearer) ?? 'AWS_BEARER_TOKEN_BEDROCK', params, plan);
  }
  if (id === undefined && secret === undefined) return undefined;
  const members = [
    `"accessKeyId": "${shellOf(id, 'AWS_ACCESS_KEY_ID')}"`,
    `"secretAccessKey": "${shellOf(secret, 'AWS_SECRET_ACCESS_KEY')}"`,
    ...(session === undefined
      ? []
      : [`"sessionToken": "${shellOf(session, 'AWS_SESSION_TOKEN')}"`]),
  ];
  return ofJson(objectNameOf(variableName(id) ?? 'bedrock', 'bedrock'), members, { params, plan });
}

function ofGoogle(params: Params, plan: Plan): SecretRef {
  const written = params.rawOf('vertex_credentials', 'vertex_ai_credentials');
  if (written === undefined) return undefined;
  const name = objectNameOf(variableName(written) ?? 'vertex', 'vertex');
  const by = '--from-file=service-account=… (the key file of the service account)';
  return plan.secret({ name, key: 'service-account', by }, params.own);
}

function ofEntra(params: Params, plan: Plan): SecretRef {
  const tenant = params.raw('tenant_id');
  const client = params.raw('client_id');
  const secret = params.raw('client_secret');
  if (secret === undefined) return undefined;
  const members = [
    `"tenantId": "${shellOf(tenant, 'AZURE_TENANT_ID')}"`,
    `"clientId": "${shellOf(client, 'AZURE_CLIENT_ID')}"`,
    `"clientSecret": "${shellOf(secret, 'AZURE_CLIENT_SECRET')}"`,
  ];
  return ofJson(objectNameOf(variableName(secret) ?? 'azure', 'azure'), members, { params, plan });
}

function ofJson(
  name: string,
  members: readonly string[],
  { params, plan }: { readonly params: Params; readonly plan: Plan },
): SecretRef {
  const json = `{${members.join(', ')}}`.replaceAll('"', String.raw`\"`);
  return plan.secret(
    { name, key: 'credential', by: `--from-literal=credential="${json}"` },
    params.own,
  );
}

const variableName = (written: string | undefined): string | undefined =>
  written === undefined ? undefined : variableIn(written);
