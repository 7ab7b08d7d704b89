import { CARD_BYTES, findCard, type NoCard } from '@aicp/contracts/agents/find-card';
import type { CallableAgent } from '@aicp/contracts/agents/agent-book';
import type { AgentCard } from '@aicp/contracts/agents/agent-card';
import type { AddressGuard } from '@aicp/common/http/address-guard';
import { guardedRequest } from '@aicp/common/http/guarded-request';
import type { Clock } from '@aicp/common/time/clock';
import type { Logger } from '@aicp/common/log/logger';
import type { WorkflowEngine } from '../engine/workflow-engine.ts';
import { credentialHeaders } from './agent-headers.ts';

/** So long a card is taken for what the agent still says, and so long one that could not be had is not asked for again. */
const FRESH_MS = 60_000;
const RETRY_MS = 2_000;
const TIMEOUT_MS = 10_000;
/** Of agents that are asked now and then; the one that was asked for longest ago goes. */
const MOST_KEPT = 1_000;

export type GuardOf = (agent: CallableAgent) => AddressGuard;

interface Kept {
  readonly identity: string;
  readonly asked: Promise<AgentCard | NoCard>;
  /** By the monotonic clock, ms; infinite while it is on its way. */
  until: number;
}

/** The cards of agents, each asked for once for all who want it. */
export class CardStore {
  private readonly kept = new Map<string, Kept>();
  private readonly guardOf: GuardOf;
  private readonly engine: Pick<WorkflowEngine, 'cardOf'> | undefined;
  private readonly clock: Clock;
  private readonly log: Logger;

  constructor(options: {
    readonly guardOf: GuardOf;
    /** Undefined: nobody asks for the card of a workflow. */
    readonly engine: Pick<WorkflowEngine, 'cardOf'> | undefined;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.guardOf = options.guardOf;
    this.engine = options.engine;
    this.clock = options.clock;
    this.log = options.log;
  }

  /** The card of an agent, or why there is none. Never rejects. */
  of(agent: CallableAgent): Promise<AgentCard | NoCard> {
    // Nobody is asked: what is said of a workflow stands in the snapshot.
    if (agent.workflow && this.engine) return Promise.resolve(this.engine.cardOf(agent.workflow));
    const known = this.kept.get(agent.id);
    const isFresh = known?.identity === agent.identity && known.until > this.clock.monotonic();
    return isFresh ? known.asked : this.ask(agent);
  }

  private ask(agent: CallableAgent): Promise<AgentCard | NoCard> {
    const asked = this.asked(agent);
    const kept: Kept = { identity: agent.identity, asked, until: Infinity };
    this.kept.delete(agent.id);
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size >= MOST_KEPT) this.kept.delete(oldest);
    this.kept.set(agent.id, kept);
    void asked.then((card) => {
      kept.until = this.clock.monotonic() + ('why' in card ? RETRY_MS : FRESH_MS);
    });
    return asked;
  }

  private async asked(agent: CallableAgent): Promise<AgentCard | NoCard> {
    const guard = this.guardOf(agent);
    const headers = { ...credentialHeaders(agent), accept: 'application/json' };
    try {
      const found = await findCard(agent.url, (url) =>
        guardedRequest(url, { guard, headers, maxBytes: CARD_BYTES, timeoutMs: TIMEOUT_MS }),
      );
      if ('card' in found) return found.card;
      this.log.warn(
        { agent: agent.id, status: found.status, reason: found.why },
        'agent_card_missing',
      );
      return found;
    } catch (error) {
      this.log.warn({ agent: agent.id, err: error }, 'agent_card_missing');
      return { status: null, why: 'it does not answer' };
    }
  }
}
