import type { JsonObject, Part, ReasoningPart, Turn } from '../conversation/conversation.ts';
import { Untranslatable } from '../format.ts';
import { definedOf, listOf, objectOf, textOf } from '../json/members.ts';
import { readParts, textsOf } from './read-parts.ts';
import { openSeal } from './seals.ts';

/** An item of `input`, as what one side says. Throws `Untranslatable` for one that no other API has. */
export function readItem(value: unknown): Turn {
  const item = objectOf(value) ?? {};
  const type = textOf(item.type) ?? 'message';
  switch (type) {
    case 'message':
      return messageOf(item);
    case 'function_call':
      return { role: 'assistant', parts: [callOf(item)] };
    case 'function_call_output':
      return { role: 'user', parts: [resultOf(item)] };
    case 'reasoning':
      return { role: 'assistant', parts: reasoningOf(item) };
    default:
      throw new Untranslatable(`No other API has an item of the type ${type}.`, 'input');
  }
}

function messageOf(item: JsonObject): Turn {
  const role = textOf(item.role);
  if (role === 'system' || role === 'developer')
    return { role: 'system', parts: textsOf(item.content) };
  if (role === 'user' || role === 'assistant') return { role, parts: readParts(item.content) };
  throw new Untranslatable('A message in input has no role that other APIs have.', 'input');
}

function callOf(item: JsonObject): Part {
  const id = textOf(item.call_id);
  const name = textOf(item.name);
  if (id === undefined || name === undefined)
    throw new Untranslatable('A function_call in input has no call_id or no name.', 'input');
  return { kind: 'call', id, name, arguments: textOf(item.arguments) ?? '{}' };
}

function resultOf(item: JsonObject): Part {
  const callId = textOf(item.call_id);
  if (callId === undefined)
    throw new Untranslatable('A function_call_output in input has no call_id.', 'input');
  return { kind: 'result', callId, parts: readParts(item.output) };
}

/** What is said of reasoning is its summary, or all of it where the vendor shows that. */
function reasoningOf(item: JsonObject): ReasoningPart[] {
  const shown = [...listOf(item.summary), ...listOf(item.content)];
  const text = shown.map((part) => textOf(objectOf(part)?.text) ?? '').join('');
  const seal = openSeal(textOf(item.encrypted_content));
  if (text === '' && !seal) return [];
  return [definedOf({ kind: 'reasoning', text, seal })];
}
