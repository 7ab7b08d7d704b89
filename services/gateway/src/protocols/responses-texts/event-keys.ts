import { countOf, textOf } from '../../formats/json/members.ts';
import type { TextForm } from './settled-texts.ts';

/** By the kind of an event that tells a text again, or a part or an item: the member that holds it, which stands at the key of the event. */
export const HELD: Readonly<Record<string, string | undefined>> = {
  'response.output_text.done': 'text',
  'response.refusal.done': 'refusal',
  'response.reasoning_text.done': 'text',
  'response.reasoning_summary_text.done': 'text',
  'response.function_call_arguments.done': 'arguments',
  'response.mcp_call_arguments.done': 'arguments',
  'response.custom_tool_call_input.done': 'input',
  'response.code_interpreter_call_code.done': 'code',
  'response.content_part.added': 'part',
  'response.content_part.done': 'part',
  'response.reasoning_summary_part.added': 'part',
  'response.reasoning_summary_part.done': 'part',
  'response.output_item.added': 'item',
  'response.output_item.done': 'item',
};

/** How a text is looked at, by its key. */
export const formOf = (key: string): TextForm =>
  key.endsWith('/arguments') ? 'arguments' : 'text';

/** The member of an item or a part that a kind of event brings pieces of. */
const MEMBERS: Readonly<Record<string, string | undefined>> = {
  'response.output_text': 'text',
  'response.refusal': 'refusal',
  'response.reasoning_text': 'text',
  'response.reasoning_summary_text': 'text',
  'response.function_call_arguments': 'arguments',
  'response.mcp_call_arguments': 'arguments',
  'response.custom_tool_call_input': 'input',
  'response.code_interpreter_call_code': 'code',
  'response.content_part': '',
  'response.reasoning_summary_part': '',
  'response.output_item': '',
};

/**
 * Where the text, the part or the item of an event stands in the output: `0/content/1/text`. What is of no known kind has a place of its own; empty where
 * the event is about no item.
 */
export function keyOf(event: Readonly<Record<string, unknown>>): string {
  const item = countOf(event.output_index);
  if (item === undefined) return '';
  const kind = (textOf(event.type) ?? '').replace(/\.\w+$/, '');
  const member = MEMBERS[kind] ?? `?${kind}`;
  const summary = countOf(event.summary_index);
  const content = countOf(event.content_index);
  const part = summary === undefined ? content : summary;
  const list = summary === undefined ? 'content' : 'summary';
  const within = part === undefined ? '' : `/${list}/${part}`;
  return `${item}${within}${member === '' ? '' : `/${member}`}`;
}
