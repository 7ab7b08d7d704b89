import type { Request } from 'express';

/** What an address asks for. */
export interface AskedAgent {
  /** In whose name; undefined: nobody's. */
  readonly organization: string | undefined;
  /** Undefined: all agents. */
  readonly agent: string | undefined;
  /** The address as clients are told it. */
  readonly path: string;
  /** A token for all agents is one for each of them; one for an agent is none for another. */
  readonly audiences: readonly string[];
}

export function askedOf({ params }: Pick<Request, 'params'>): AskedAgent {
  const { organization, agent } = params as Partial<Record<'organization' | 'agent', string>>;
  const all = organization === undefined ? '/a2a' : `/orgs/${encodeURIComponent(organization)}/a2a`;
  const path = agent === undefined ? all : `${all}/${encodeURIComponent(agent)}`;
  return { organization, agent, path, audiences: [...new Set([all, path])] };
}
