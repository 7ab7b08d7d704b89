import type {
  CallPart,
  Conversation,
  JsonObject,
  Tool,
  ToolChoice,
} from '../conversation/conversation.ts';
import { definedOf } from '../json/members.ts';
import type { ToolNames } from '../conversation/told-names.ts';
import { heldSchema } from './held-schema.ts';
import { keepsToSchemas, type ModelTraits } from './model-family.ts';
import type { TurnWriter } from './write-converse-turns.ts';

export interface ToolContext {
  readonly names: ToolNames;
  readonly turns: TurnWriter;
  readonly traits: ModelTraits;
}

const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {} };

/**
 * The tools that the model may call. Bedrock refuses turns that hold calls or results where there are no tools: without tools, or with the choice of
 * none, those that were called stand there.
 */
export function toolConfigOf(
  conversation: Conversation,
  context: ToolContext,
): JsonObject | undefined {
  const { tools, toolChoice } = conversation;
  const called = callsIn(conversation);
  const isForbidden = toolChoice === 'none';
  const offered = tools.length > 0 ? tools : called;
  if (offered.length === 0 || (isForbidden && called.length === 0)) return undefined;
  const { dropped } = context.turns;
  if (isForbidden) dropped.add('tool_choice');
  if (conversation.settings.parallel_tool_calls === false) dropped.add('parallel_tool_calls');
  return definedOf({
    tools: offered.flatMap((tool) => toolsOf(tool, context)),
    toolChoice: choiceOf(tools.length > 0 ? toolChoice : undefined, context.names),
  });
}

/** Whether the model has to call a tool. */
export const mustCall = ({ toolChoice, tools }: Conversation): boolean =>
  tools.length > 0 && toolChoice !== undefined && toolChoice !== 'auto' && toolChoice !== 'none';

/** The tools that were called before, by their names. */
function callsIn({ turns }: Conversation): Tool[] {
  const calls = turns.flatMap(({ parts }) =>
    parts.filter((part): part is CallPart => part.kind === 'call'),
  );
  return [...new Set(calls.map(({ name }) => name))].map((name) => ({ name }));
}

function toolsOf(tool: Tool, { names, turns, traits }: ToolContext): JsonObject[] {
  const { name, description, parameters, isStrict, cache } = tool;
  const schema = parameters ?? NO_ARGUMENTS;
  const promised =
    isStrict === true && keepsToSchemas(traits) ? heldSchema(schema, traits) : undefined;
  if (isStrict === true && !promised) turns.dropped.add('strict');
  const toolSpec = definedOf({
    name: names.write(name),
    description: description?.trim() ? description : undefined,
    inputSchema: { json: promised ?? schema },
    strict: promised && true,
  });
  return [{ toolSpec }, ...turns.cachePoint(cache)];
}

function choiceOf(choice: ToolChoice | undefined, names: ToolNames): JsonObject | undefined {
  if (choice === undefined || choice === 'none') return undefined;
  if (choice === 'auto') return { auto: {} };
  if (choice === 'required') return { any: {} };
  return { tool: { name: names.write(choice.name) } };
}
