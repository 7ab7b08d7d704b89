import { isNeverAllowed, NEVER_ALLOWED } from '@aicp/common/http/address-guard';
import type {
  AgentCredentialFragment,
  AgentFragment,
} from '@aicp/contracts/snapshot/sections/agents';
import type { WorkflowAgentFragment } from '@aicp/contracts/snapshot/sections/workflow-agents';
import { agent, type AgentSpec } from '@aicp/crds/agent';
import { credentialAt, sendable, type Credential } from '../kit/credential.ts';
import {
  accepted,
  notAccepted,
  type KindVerdict,
  type SectionFragment,
} from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';
import { shadowed } from './shadowed.ts';

const SECTION = 'agents';

interface Gathered {
  readonly credential: Credential;
  /** Sentences on teams and keys that it names and do not exist. */
  readonly missing: readonly string[];
}

/** An Agent as the gateway calls it. No earlier form stands in for one that became invalid: it may have let more callers in. */
export const agentKind = operatorKind<AgentSpec, Gathered>({
  definition: agent,
  sections: () => [SECTION, 'agent_credentials'],
  gather: (spec, lookup, referrer) => ({
    credential: spec.secretRef
      ? sendable(spec.secretRef, credentialAt(spec.secretRef, lookup, referrer))
      : { state: 'none' },
    missing: missingReferences(agent, spec, { lookup, referrer }).missing,
  }),
  decide: decideAgent,
  remarks: (fragments, _remembered, fragmentsOf) =>
    shadowed(
      fragments
        .filter(({ section }) => section === SECTION)
        .map(({ fragment }) => fragment as AgentFragment),
      fragmentsOf('workflow-agents') as readonly WorkflowAgentFragment[],
    ),
  remarksFrom: ['workflow-agents'],
});

/** A team or a key that does not exist lets nobody in: the others of its list may use the agent all the same. */
function decideAgent(
  object: SourceObject,
  spec: AgentSpec,
  { credential, missing }: Gathered,
): KindVerdict {
  const wrong = wrongAddress(spec.url);
  if (wrong !== undefined) return notAccepted('Invalid', `spec.url: ${wrong}`);
  const fragment: AgentFragment = {
    source: sourceOf(object),
    id: object.name,
    organization: spec.organizationId,
    url: spec.url,
    credential: credential.state,
    teams: spec.allowedTeams,
    keys: spec.allowedKeys,
    rpmLimit: spec.rpmLimit,
    priceUsd: spec.priceUsd === undefined ? undefined : String(spec.priceUsd),
    timeoutMs: spec.timeoutSeconds * 1000,
    isActive: spec.isActive,
  };
  const fragments = [{ section: SECTION, fragment }, ...credentialOf(object, credential)];
  if (credential.state === 'missing') {
    return notAccepted('SecretNotFound', credential.why, fragments);
  }
  if (missing.length > 0) return notAccepted('ReferenceNotFound', missing.join('; '), fragments);
  return accepted(fragments, spec.isActive ? [] : ['inactive: nobody can call it']);
}

function credentialOf(object: SourceObject, credential: Credential): SectionFragment[] {
  if (credential.state !== 'set') return [];
  const fragment: AgentCredentialFragment = {
    source: sourceOf(object),
    agent: object.name,
    token: credential.value,
  };
  return [{ section: 'agent_credentials', fragment }];
}

function wrongAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return `"${url}" is no address: write https://host/path`;
  return isNeverAllowed(new URL(url)) ? NEVER_ALLOWED : undefined;
}
