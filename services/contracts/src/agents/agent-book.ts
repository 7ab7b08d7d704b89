import { nanoUsdOf } from '../budgets/usd-text.ts';
import type { Principal } from '../routing/request/principal.ts';
import type { AgentCredentialFragment, AgentFragment } from '../snapshot/sections/agents.ts';
import type { WorkflowAgentFragment } from '../snapshot/sections/workflow-agents.ts';
import type { PublishedWorkflow } from './workflow-card.ts';

/** An agent as requests use it. */
export interface CallableAgent {
  readonly id: string;
  /** metadata.uid: another agent that gets its name is another one. */
  readonly uid: string;
  readonly organization: string | undefined;
  /** What of the workflow engine it is; undefined: it is at `url`. */
  readonly workflow?: PublishedWorkflow;
  /** Where it is, or its card; empty where the workflow engine has it. */
  readonly url: string;
  /** Sent as a bearer token; undefined: it needs none. */
  readonly token: string | undefined;
  /** Its token is not there, so that nothing can be sent to it. */
  readonly lacksToken: boolean;
  readonly timeoutMs: number;
  /** Calls a minute; undefined: no limit of its own. */
  readonly rpmLimit: number | undefined;
  /** Of a message. */
  readonly priceNanoUsd: bigint;
  /** Text that changes with where it is and how it is asked. */
  readonly identity: string;
}

type Caller = Pick<Principal, 'key' | 'organization' | 'team'>;

interface Entry {
  readonly agent: CallableAgent;
  readonly mayUse: (caller: Caller) => boolean;
}

/** Something that has a name, whether it is in service or not. */
interface Named {
  readonly organization: string | undefined;
  /** Undefined: nobody may use it. */
  readonly entry: Entry | undefined;
}

/** What the book is made of, of each kind oldest first. */
export interface AgentFragments {
  readonly agents: readonly AgentFragment[];
  readonly credentials: readonly AgentCredentialFragment[];
  readonly workflows: readonly WorkflowAgentFragment[];
}

/** All agents that are in service, and who may use which. Names of the platform come before those of an organization, and within one of them an Agent before a workflow. */
export class AgentBook {
  private readonly agents: ReadonlyMap<string, Named>;
  /** By whose they are and what they are called. */
  private readonly workflows: ReadonlyMap<string, Named>;

  constructor({ agents, credentials, workflows }: AgentFragments) {
    const tokens = new Map(credentials.map(({ agent, token }) => [agent, token]));
    this.agents = new Map(
      agents.map((fragment) => {
        const { id, organization, isActive } = fragment;
        const entry = isActive ? entryOf(fragment, tokens.get(id)) : undefined;
        return [id, { organization, entry }];
      }),
    );
    this.workflows = new Map(
      workflows.map((fragment) => {
        const { organization, type } = fragment;
        return [nameOf(organization, type), { organization, entry: workflowEntryOf(fragment) }];
      }),
    );
  }

  /** The agent of this name; undefined where there is none that the caller may use: which of both is nobody's business. */
  find(id: string, caller: Caller): CallableAgent | undefined {
    const entry = this.named(id, caller.organization);
    return entry?.mayUse(caller) === true ? entry.agent : undefined;
  }

  private named(id: string, organization: string | undefined): Entry | undefined {
    const agent = this.agents.get(id);
    if (agent && agent.organization === undefined) return agent.entry;
    const ofPlatform = this.workflows.get(nameOf(undefined, id));
    if (ofPlatform?.entry || organization === undefined) return ofPlatform?.entry;
    if (agent?.organization === organization) return agent.entry;
    // The engine never runs an organization's workflow where the platform has one of its type.
    return ofPlatform ? undefined : this.workflowOf(organization, id);
  }

  private workflowOf(organization: string, type: string): Entry | undefined {
    return this.workflows.get(nameOf(organization, type))?.entry;
  }
}

const nameOf = (organization: string | undefined, type: string): string =>
  JSON.stringify([organization ?? null, type]);

/** How long the engine is waited for, ms: longer than it has a message wait for the end of its execution. */
const WORKFLOW_TIMEOUT_MS = 660_000;

function workflowEntryOf({
  source: { uid, generation },
  type,
  organization,
  offer,
}: WorkflowAgentFragment): Entry | undefined {
  if (!offer) return undefined;
  const agent = {
    ...{ id: type, uid, organization, url: '', token: undefined, lacksToken: false },
    ...{ workflow: { ...offer, type, generation }, timeoutMs: WORKFLOW_TIMEOUT_MS },
    // Its steps cost what they cost, each by itself.
    ...{ rpmLimit: undefined, priceNanoUsd: 0n, identity: JSON.stringify([uid, generation]) },
  };
  return { agent, mayUse: ruleOf({ organization }) };
}

function entryOf(fragment: AgentFragment, token: string | undefined): Entry {
  const { source, id, organization, url, credential, timeoutMs, rpmLimit, priceUsd } = fragment;
  const agent = {
    ...{ id, organization, url, timeoutMs, rpmLimit },
    uid: source.uid,
    token: credential === 'set' ? token : undefined,
    lacksToken: credential !== 'none' && token === undefined,
    priceNanoUsd: priceUsd === undefined ? 0n : nanoUsdOf(priceUsd),
    identity: JSON.stringify([source.uid, url, token]),
  };
  return { agent, mayUse: ruleOf(fragment) };
}

/** Whoever is of its organization, or anybody where it is the platform's; where it names teams or keys, those alone. */
function ruleOf({
  organization,
  teams,
  keys,
}: Pick<AgentFragment, 'organization' | 'teams' | 'keys'>): Entry['mayUse'] {
  const isOpen = teams === undefined && keys === undefined;
  return (caller) => {
    if (organization !== undefined && caller.organization !== organization) return false;
    const isOfTeam = caller.team !== undefined && teams?.includes(caller.team) === true;
    return isOpen || isOfTeam || keys?.includes(caller.key) === true;
  };
}
