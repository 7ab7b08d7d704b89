import { countOf, textOf } from '../../formats/json/members.ts';

/** How a text is looked at: `arguments` are JSON themselves. */
export type TextForm = 'text' | 'arguments';

/** By the kind of an event that tells a text again, or a part or an item: the member that holds it, which stands at the key of the event. */
export const HELD: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);

/** How a text is looked at, by its key. */
export const formOf = (key: string): TextForm =>
  key.endsWith('/arguments') ? 'arguments' : 'text';

/** The member of an item or a part that a kind of event brings pieces of. */
const MEMBERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);

/**
 * Where the text, the part or the item of an event stands in the output: `0/content/1/text`. What is of no known kind has a place of its own, and so has what is about
 * no item. A number that is none breaks off the stream: of -1 some clients make the last item, and nobody knows what it is read with.
 */
export function keyOf(event: Readonly<Record<string, unknown>>): string {
  const kind = (textOf(event.type) ?? '').replace(/\.\w+$/, '');
  const item = numberIn(event.output_index);
  const summary = numberIn(event.summary_index);
  const content = numberIn(event.content_index);
  if (item === undefined) return `?${kind}`;
  const member = MEMBERS.get(kind) ?? `?${kind}`;
  const part = summary === undefined ? content : summary;
  const list = summary === undefined ? 'content' : 'summary';
  const within = part === undefined ? '' : `/${list}/${part}`;
  return `${item}${within}${member === '' ? '' : `/${member}`}`;
}

function numberIn(value: unknown): number | undefined {
  const number = countOf(value);
  if (number === undefined && (value ?? null) !== null)
    throw new TypeError('an event says a number of an item or a part that is none');
  return number;
}

/** Whether readers join a text with those of the same kind before it: what the response says, as `output_text`. */
export const isJoined = (key: string): boolean =>
  /^[0-9]+\/content\/[0-9]+\/text$/.test(key) || key === '?response.output_text';
