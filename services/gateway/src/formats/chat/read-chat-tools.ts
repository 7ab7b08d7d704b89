import type { JsonObject, Tool, ToolChoice } from '../conversation/conversation.ts';
import { Untranslatable } from '../format.ts';
import { definedOf, flagOf, listOf, objectOf, textOf } from '../json/members.ts';

/** The functions that a model may call, as `tools` or as `functions` before them. Throws `Untranslatable` for a tool of another kind. */
export function readTools(asked: JsonObject): Tool[] {
  return [...listOf(asked.tools).map(toolOf), ...listOf(asked.functions).map(functionOf)];
}

function toolOf(value: unknown): Tool {
  const tool = objectOf(value);
  const type = textOf(tool?.type);
  if (type !== 'function')
    throw new Untranslatable(`No other API has a tool of the type ${String(type)}.`, 'tools');
  const cache = objectOf(tool?.cache_control);
  return definedOf({
    ...functionOf(tool?.function),
    cache: cache && definedOf({ ttl: textOf(cache.ttl) }),
  });
}

function functionOf(value: unknown): Tool {
  const described = objectOf(value);
  const name = textOf(described?.name);
  if (!described || name === undefined)
    throw new Untranslatable('A tool has no function.name.', 'tools');
  return definedOf({
    name,
    description: textOf(described.description),
    parameters: objectOf(described.parameters),
    isStrict: flagOf(described.strict),
  });
}

const CHOICES = ['auto', 'none', 'required'] as const;

/** Which tool the model has to call. Throws `Untranslatable` for a choice among some of them. */
export function readChoice(asked: JsonObject): ToolChoice | undefined {
  const choice = asked.tool_choice ?? asked.function_call ?? undefined;
  const word = CHOICES.find((one) => one === choice);
  if (choice === undefined || word) return word;
  const named = objectOf(choice);
  const name = textOf(objectOf(named?.function)?.name) ?? textOf(named?.name);
  if (name !== undefined) return { name };
  throw new Untranslatable('No other API has this form of tool_choice.', 'tool_choice');
}
