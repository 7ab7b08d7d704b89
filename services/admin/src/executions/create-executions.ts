import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import type { Route } from '@aicp/api-kit/route/route';
import type { Background } from '@aicp/api-kit/service/service';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { OpenStreams } from '../streams/open-streams.ts';
import { DecisionEntries, type DecisionTables } from './decision-entries.ts';
import { DecisionTakeOver } from './decision-take-over.ts';
import { executionDeeds, type DeedNeeds } from './execution-deeds.ts';
import { executionReads } from './execution-reads.ts';
import { executionStream } from './execution-stream.ts';
import type { WorkflowEngine } from './workflow-engine.ts';

/** Executions of workflows. */
export interface Executions {
  readonly routes: readonly Route[];
  /** To be started. */
  readonly background: readonly Background[];
  /** Ends the streams, which would keep the port open. */
  readonly endStreams: () => void;
}

/** Executions are the workflow engine's: what is asked of them here is asked there, for whoever is signed in. */
export function createExecutions(
  parts: Omit<DeedNeeds, 'engine' | 'chain' | 'decisions'> & {
    readonly chain: Pick<AuditChain<DecisionTables>, 'record' | 'write'>;
    readonly database: { readonly migrated: () => Promise<unknown> };
    readonly clock: Clock;
    readonly log: Logger;
    /** Absent where the service knows no engine. */
    readonly workflows?: WorkflowEngine | undefined;
  },
): Executions {
  const streams = new OpenStreams();
  const decisions = new DecisionEntries(parts);
  const { database, workflows: engine } = parts;
  const needs = { ...parts, decisions, engine };
  const taking = { ...parts, entries: decisions, ready: () => database.migrated() };
  return {
    routes: [
      ...executionReads(needs),
      executionStream({ ...needs, streams }),
      ...executionDeeds(needs),
    ],
    background: engine ? [new DecisionTakeOver({ ...taking, engine })] : [],
    endStreams: () => streams.end(),
  };
}
