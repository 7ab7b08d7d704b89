import type { JsonObject, Tool, ToolChoice } from '../conversation/conversation.ts';
import { Untranslatable } from '../format.ts';
import { definedOf, flagOf, listOf, objectOf, textOf } from '../json/members.ts';

/** The functions that a model may call. Throws `Untranslatable` for a tool of another kind: it is the vendor's own, or it takes no JSON. */
export const readTools = (asked: JsonObject): Tool[] => listOf(asked.tools).map(toolOf);

function toolOf(value: unknown): Tool {
  const tool = objectOf(value);
  const type = textOf(tool?.type);
  if (!tool || type !== 'function')
    throw new Untranslatable(
      `The provider of this model has no tool of the type ${String(type)}: leave it out, or ask a model of a provider of the type openai.`,
      'tools',
    );
  const name = textOf(tool.name);
  if (name === undefined) throw new Untranslatable('A tool has no name.', 'tools');
  return definedOf({
    name,
    description: textOf(tool.description),
    parameters: objectOf(tool.parameters),
    isStrict: flagOf(tool.strict),
  });
}

/** Which tool the model has to call. Throws `Untranslatable` for a choice that no other API has. */
export function readChoice(choice: unknown): ToolChoice | undefined {
  if (choice === undefined || choice === null) return undefined;
  if (choice === 'auto' || choice === 'none' || choice === 'required') return choice;
  const named = objectOf(choice);
  const name = textOf(named?.name);
  if (named?.type !== 'function' || name === undefined)
    throw new Untranslatable('No other API has this form of tool_choice.', 'tool_choice');
  return { name };
}
