import type {
  McpCommandFragment,
  McpCredentialFragment,
  McpServerFragment,
} from '@aicp/contracts/snapshot/sections/mcp-servers';
import { nanoUsdOf } from '@aicp/contracts/budgets/usd-text';
import { mcpServer, type McpServerSpec } from '@aicp/crds/mcp-server';
import { credentialAt, sendable, type Credential } from '../kit/credential.ts';
import { faultsOf } from '../kit/faults-of.ts';
import {
  accepted,
  notAccepted,
  type Actor,
  type KindVerdict,
  type SectionFragment,
} from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences, type Missing } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

interface Gathered extends Missing {
  readonly credential: Credential;
}

/** A program is sent none. */
const NO_CREDENTIAL: Credential = { state: 'none' };

/** Who runs commands. */
const HOST: Actor = {
  service: 'mcp-host',
  unless:
    'no MCP host is installed that runs its command: set mcpHost.enabled in the Helm values, or start aicp up with --mcp-host',
};

/**
 * An MCPServer, and its bearer token in a section of its own. None is kept past its last good form: an older one might let in whom the
 * present one shuts out.
 */
export const mcpServerKind = operatorKind<McpServerSpec, Gathered>({
  definition: mcpServer,
  sections: () => ['mcp-servers', 'mcp-credentials', 'mcp-commands'],
  gather: (spec, lookup, referrer) => ({
    ...missingReferences(mcpServer, spec, { lookup, referrer }),
    credential:
      spec.serverType === 'stdio'
        ? NO_CREDENTIAL
        : credentialOf(spec.secretRef, credentialAt(spec.secretRef, lookup, referrer)),
  }),
  decide: decideServer,
});

const credentialOf = (ref: McpServerSpec['secretRef'], credential: Credential): Credential =>
  ref ? sendable(ref, credential) : credential;

function decideServer(
  object: SourceObject,
  spec: McpServerSpec,
  { missing, credential }: Gathered,
): KindVerdict {
  const faults = faultsOf(mcpServer.kind, spec);
  if (faults.length > 0) return notAccepted('Invalid', faults.join('; '));
  const without = credential.state === 'missing' ? [`secretRef: ${credential.why}`] : [];
  const problems = [...missing, ...without].join('; ');
  const reason = missing.length > 0 ? 'ReferenceNotFound' : 'SecretNotFound';
  // A team or a key that does not exist is in no list of anybody: what is left of the lists holds.
  const fragments = fragmentsOf(object, spec, credential);
  const verdict =
    problems === ''
      ? accepted(fragments, spec.isActive ? [] : ['inactive: its tools are out of service'])
      : notAccepted(reason, problems, fragments);
  return spec.serverType === 'stdio' ? { ...verdict, actor: HOST, ...unsent(spec) } : verdict;
}

/** What a program is told in no way. */
function unsent({ headers, secretRef }: McpServerSpec): Pick<KindVerdict, 'unenforced'> {
  if (headers === undefined && secretRef === undefined) return {};
  return { unenforced: 'a server of type stdio is given neither headers nor the token' };
}

/** What the gateway is told: nothing of a server that is off. */
function fragmentsOf(
  object: SourceObject,
  spec: McpServerSpec,
  credential: Credential,
): SectionFragment[] {
  const { serverType, url, command } = spec;
  if (!spec.isActive) return [];
  const source = sourceOf(object);
  const fragment: McpServerFragment = {
    source,
    id: object.name,
    organization: spec.organizationId,
    transport: serverType,
    url,
    headers: spec.headers ?? {},
    credential: credential.state,
    allowedTools: filled(spec.allowedTools),
    allowedTeams: filled(spec.allowedTeams),
    allowedKeys: filled(spec.allowedKeys),
    tools: (spec.tools ?? []).map(({ name, digest, rpmLimit, priceUsd }) => ({
      name,
      digest,
      rpmLimit,
      priceNanoUsd: priceUsd === undefined ? undefined : nanoUsdOf(priceUsd).toString(),
    })),
  };
  const server = { section: 'mcp-servers', fragment };
  if (command !== undefined) {
    const { args = [], env = {} } = spec;
    const run: McpCommandFragment = { source, id: object.name, command, args, env };
    return [server, { section: 'mcp-commands', fragment: run }];
  }
  if (credential.state !== 'set') return [server];
  const token: McpCredentialFragment = { source, server: object.name, token: credential.value };
  return [server, { section: 'mcp-credentials', fragment: token }];
}

/** An empty list says as much as none: everybody, or every tool. */
const filled = (list: string[] | undefined): string[] | undefined =>
  list !== undefined && list.length > 0 ? list : undefined;
