import type { z } from 'zod';
import { agentWith } from './agent.ts';
import { approvalWith } from './approval.ts';
import { foreachWith } from './foreach.ts';
import { httpWith } from './http.ts';
import { llmWith } from './llm.ts';
import { parallelWith } from './parallel.ts';
import { switchWith } from './switch.ts';
import { toolWith } from './tool.ts';
import { transformWith } from './transform.ts';
import { waitWith } from './wait.ts';
import { workflowWith } from './workflow.ts';

/**
 * What `with` of each type of step holds once its expressions are worked out: the contract of `with`. Unknown fields are refused, and no
 * field is ever renamed or case-converted.
 */
export const STEP_WITH = {
  llm: llmWith,
  http: httpWith,
  tool: toolWith,
  agent: agentWith,
  workflow: workflowWith,
  transform: transformWith,
  approval: approvalWith,
  wait: waitWith,
  parallel: parallelWith,
  foreach: foreachWith,
  switch: switchWith,
} as const satisfies Readonly<Record<string, z.ZodType>>;

export type StepType = keyof typeof STEP_WITH;

export const STEP_TYPES = Object.keys(STEP_WITH) as readonly StepType[];

/** `with` of a type of step, its expressions worked out. */
export type StepWith<T extends StepType> = z.output<(typeof STEP_WITH)[T]>;
