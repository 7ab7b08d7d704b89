import type { WorkflowAgentFragment } from '../snapshot/sections/workflow-agents.ts';
import { PROTOCOL_VERSIONS, type AgentCard } from './agent-card.ts';
import { textFieldOf } from './text-field.ts';

/** A workflow that is offered as an agent. */
export interface PublishedWorkflow extends NonNullable<WorkflowAgentFragment['offer']> {
  readonly type: string;
  /** Of its object: a change of the workflow is another version of the agent. */
  readonly generation: number;
}

const MOST_SCHEMA_CHARACTERS = 8_000;
const JSON_MODE = 'application/json';
const TEXT_MODE = 'text/plain';

/** The card of a workflow: one skill, whose description says what input it takes. `url`: where the engine is asked. */
export function workflowCard(workflow: PublishedWorkflow, url: URL): AgentCard {
  const { type, name, description = `Runs the workflow ${name}.`, inputSchema } = workflow;
  const field = textFieldOf(inputSchema);
  const inputModes = [JSON_MODE, ...(field === undefined ? [] : [TEXT_MODE])];
  const outputModes = [JSON_MODE, TEXT_MODE];
  const inputs = [takes(inputSchema), ...(field === undefined ? [] : [textFills(field)])];
  const skill = { id: type, name, description: [description, ...inputs].join('\n\n') };
  return {
    endpoints: Object.fromEntries(
      PROTOCOL_VERSIONS.map((version) => [version, { url, tenant: undefined }]),
    ),
    said: {
      ...{ name, description, version: String(workflow.generation) },
      capabilities: { streaming: true },
      ...{ defaultInputModes: inputModes, defaultOutputModes: outputModes },
      skills: [{ ...skill, tags: ['workflow'], inputModes, outputModes }],
    },
  };
}

const textFills = (field: string): string =>
  `A text part alone is taken as ${JSON.stringify(field)}.`;

function takes(schema: object | undefined): string {
  if (schema === undefined) return 'Takes a data part, which is any object.';
  const text = JSON.stringify(schema);
  return text.length > MOST_SCHEMA_CHARACTERS
    ? 'Takes a data part, by the input schema of the workflow.'
    : `Takes a data part of this JSON Schema: ${text}`;
}
