import { readFileSync } from 'node:fs';
import { secretIn } from '@aicp/common/config/secret-file';
import type { Clock } from '@aicp/common/time/clock';
import type { AgentCard } from '@aicp/contracts/agents/agent-card';
import { workflowCard, type PublishedWorkflow } from '@aicp/contracts/agents/workflow-card';
import { makeAssertion } from '@aicp/contracts/delegation/assertion';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import { delegatorOf } from './delegator-of.ts';

/** Where the workflow engine is, and what it knows this gateway by. */
export interface EngineSettings {
  readonly url: string;
  /** PEM; absent: certificates of public authorities are taken. */
  readonly caFile: string | undefined;
  /** Holds the secret that both know. */
  readonly keyFile: string;
}

/** The workflow engine, which answers for workflows that are offered as agents. */
export class WorkflowEngine {
  readonly ca: string | undefined;
  private readonly url: string;
  private readonly secret: string;
  private readonly clock: Pick<Clock, 'now'>;

  /** Throws a ConfigError for a secret that could be guessed, and the system's error where a file cannot be read. */
  constructor({ url, caFile, keyFile }: EngineSettings, clock: Pick<Clock, 'now'>) {
    this.url = url;
    this.ca = caFile === undefined ? undefined : readFileSync(caFile, 'utf8');
    const named = { variable: 'AICP_WORKFLOW_KEY_FILE', others: 'the workflow engine' };
    this.secret = secretIn({ ...named, file: keyFile })();
    this.clock = clock;
  }

  cardOf(workflow: PublishedWorkflow): AgentCard {
    const path = `/api/v1/a2a/${encodeURIComponent(workflow.type)}`;
    return workflowCard(workflow, new URL(this.url + path));
  }

  /** A credential for one request of somebody, which is worth nothing elsewhere, and says for which step it is sent. Throws an Error for somebody whom nobody could look up. */
  credentialFor(principal: Principal): string {
    const { secret, clock } = this;
    const { step } = principal;
    return makeAssertion(delegatorOf(principal), {
      ...{ secret, nowMs: clock.now(), audience: 'aicp-workflow' },
      ...(step ? { execution: { ...step, use: 'agent' } } : {}),
    });
  }
}
