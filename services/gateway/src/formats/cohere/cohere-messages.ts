import { parseJson } from '@aicp/common/json/parse-json';
import type {
  Conversation,
  JsonObject,
  MediaSource,
  Part,
  ResultPart,
  Turn,
} from '../conversation/conversation.ts';
import { NOBODY_ASKED } from '../conversation/nobody-asked.ts';
import { Untranslatable } from '../format.ts';
import { definedOf, isObject } from '../json/members.ts';

/** The turns of a conversation as Cohere has them. `isThinking`: the model thinks, and may see again what was thought. */
export function cohereMessages(
  { system, turns }: Pick<Conversation, 'system' | 'turns'>,
  isThinking: boolean,
): JsonObject[] {
  const instructions = system.length === 0 ? [] : [{ role: 'system', content: textsOf(system) }];
  const said = turns.flatMap((turn) => messagesOf(turn, isThinking));
  const hasUser = said.some(({ role }) => role !== 'system');
  return [...instructions, ...said, ...(hasUser ? [] : [{ role: 'user', content: NOBODY_ASKED }])];
}

const textsOf = (parts: readonly Part[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n\n');

function messagesOf({ role, parts }: Turn, isThinking: boolean): JsonObject[] {
  if (role === 'assistant') return [assistantOf(parts, isThinking)];
  if (role === 'system') return [{ role, content: textsOf(parts) }];
  const results = parts.filter((part) => part.kind === 'result');
  const rest = [
    ...results.flatMap(({ parts: answered }) => answered.filter(isMedium)),
    ...parts.filter((part) => part.kind !== 'result'),
  ];
  const said = rest.length === 0 ? [] : [{ role, content: contentOf(rest) }];
  return [...results.map(resultOf), ...said];
}

/** Tools answer with texts at Cohere: what else they answered with follows as the user's. */
const isMedium = ({ kind }: Part): boolean => kind !== 'text';

/** What is said beside calls is the plan for them. */
function assistantOf(parts: readonly Part[], isThinking: boolean): JsonObject {
  const calls = parts.filter((part) => part.kind === 'call');
  const thoughts = isThinking ? parts.filter((part) => part.kind === 'reasoning') : [];
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const thinking = thoughts
    .filter((thought) => thought.text !== '')
    .map((thought) => ({ type: 'thinking', thinking: thought.text }));
  const isPlan = calls.length > 0;
  const said = text === '' || isPlan ? [] : [{ type: 'text', text }];
  const content = thinking.length === 0 ? text : [...thinking, ...said];
  return definedOf({
    role: 'assistant',
    content: isPlan && thinking.length === 0 ? undefined : content,
    tool_plan: isPlan && text !== '' ? text : undefined,
    tool_calls: isPlan
      ? calls.map(({ id, name, arguments: written }) => ({
          ...{ id, type: 'function' },
          function: { name, arguments: written },
        }))
      : undefined,
  });
}

/** The result of a tool that answered with pictures alone. */
const FOLLOWS = 'What the tool answered follows.';

/** What a tool answered as documents, which Cohere's models cite. */
function resultOf({ callId, parts, isError }: ResultPart): JsonObject {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const content = (texts.length > 0 ? texts : [parts.length > 0 ? FOLLOWS : '']).map((text) => ({
    type: 'document',
    document: { data: dataOf(text, isError === true) },
  }));
  return { role: 'tool', tool_call_id: callId, content };
}

/** A document is an object. */
function dataOf(text: string, isError: boolean): JsonObject {
  if (isError) return { error: text };
  const value = parseJson(text);
  return isObject(value) && Object.keys(value).length > 0 ? value : { result: text };
}

function contentOf(parts: readonly Part[]): unknown {
  const [first] = parts;
  return parts.length === 1 && first?.kind === 'text' ? first.text : parts.map(partOf);
}

function partOf(part: Part): JsonObject {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  if (part.kind === 'image')
    return {
      type: 'image_url',
      image_url: definedOf({ url: urlOf(part.source), detail: part.detail }),
    };
  throw new Untranslatable(`Cohere takes no ${part.kind} in a message: send its text.`, 'messages');
}

function urlOf(source: MediaSource): string {
  if ('url' in source) return source.url;
  if ('data' in source) return `data:${source.mediaType};base64,${source.data}`;
  throw new Untranslatable('Cohere takes no id of a file as a picture.', 'messages');
}
