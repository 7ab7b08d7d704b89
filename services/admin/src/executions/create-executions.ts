import type { Route } from '@aicp/api-kit/route/route';
import { OpenStreams } from '../streams/open-streams.ts';
import { executionDeeds, type DeedNeeds } from './execution-deeds.ts';
import { executionReads } from './execution-reads.ts';
import { executionStream } from './execution-stream.ts';
import type { WorkflowEngine } from './workflow-engine.ts';

/** Executions of workflows. */
export interface Executions {
  readonly routes: readonly Route[];
  /** Ends the streams, which would keep the port open. */
  readonly endStreams: () => void;
}

/** Executions are the workflow engine's: what is asked of them here is asked there, for whoever is signed in. */
export function createExecutions(
  parts: Omit<DeedNeeds, 'engine'> & {
    /** Absent where the service knows no engine. */
    readonly workflows?: WorkflowEngine | undefined;
  },
): Executions {
  const streams = new OpenStreams();
  const needs = { ...parts, engine: parts.workflows };
  return {
    routes: [
      ...executionReads(needs),
      executionStream({ ...needs, streams }),
      ...executionDeeds(needs),
    ],
    endStreams: () => streams.end(),
  };
}
