import { nanoUsdOf } from '../budgets/usd-text.ts';
import type { Principal } from '../routing/request/principal.ts';
import type { AgentCredentialFragment, AgentFragment } from '../snapshot/sections/agents.ts';

/** An agent as requests use it. */
export interface CallableAgent {
  readonly id: string;
  /** metadata.uid: another agent that gets its name is another one. */
  readonly uid: string;
  readonly organization: string | undefined;
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

/** All agents that are in service, and who may use which. */
export class AgentBook {
  private readonly entries: ReadonlyMap<string, Entry>;

  constructor(
    fragments: readonly AgentFragment[],
    credentials: readonly AgentCredentialFragment[],
  ) {
    const tokens = new Map(credentials.map(({ agent, token }) => [agent, token]));
    this.entries = new Map(
      fragments
        .filter(({ isActive }) => isActive)
        .map((fragment) => [fragment.id, entryOf(fragment, tokens.get(fragment.id))]),
    );
  }

  /** The agent of this name; undefined where there is none that the caller may use: which of both is nobody's business. */
  find(id: string, caller: Caller): CallableAgent | undefined {
    const entry = this.entries.get(id);
    return entry?.mayUse(caller) === true ? entry.agent : undefined;
  }
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
function ruleOf({ organization, teams, keys }: AgentFragment): Entry['mayUse'] {
  const isOpen = teams === undefined && keys === undefined;
  return (caller) => {
    if (organization !== undefined && caller.organization !== organization) return false;
    const isOfTeam = caller.team !== undefined && teams?.includes(caller.team) === true;
    return isOpen || isOfTeam || keys?.includes(caller.key) === true;
  };
}
