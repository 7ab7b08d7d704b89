import type { Conversation, JsonObject, Part, Seal, Turn } from '../conversation/conversation.ts';
import { Untranslatable, type RequestFacts } from '../format.ts';
import { isObject, listOf, namesBeyond, objectOf, textOf } from '../json/members.ts';
import { readItem } from './read-items.ts';
import { textsOf } from './read-parts.ts';
import {
  readAnswerForm,
  readReasoning,
  readSettings,
  RESPONSES_SETTINGS,
} from './read-settings.ts';
import { openCallSeal } from './seals.ts';
import { readChoice, readTools } from './read-tools.ts';

/** Members that are read, or that change nothing of an answer: nothing is stored, and nothing left out of what is too long. */
const KNOWN = new Set([
  ...['model', 'input', 'instructions', 'stream', 'stream_options', 'metadata', 'store'],
  ...['background', 'include', 'tools', 'tool_choice', 'text', 'reasoning', 'truncation'],
  ...['safety_identifier', 'prompt_cache_retention', 'prompt_cache_options'],
  ...RESPONSES_SETTINGS,
]);

/** Reads a request for a response (OpenAI's API reference, "Create a model response"). Throws `Untranslatable`. */
export function readResponsesRequest(body: Buffer, { model, stream }: RequestFacts): Conversation {
  const asked: unknown = JSON.parse(body.toString());
  if (!isObject(asked)) throw new Untranslatable('The body is not a JSON object.');
  const turns = turnsOf(asked.input);
  const first = turns.findIndex(({ role }) => role !== 'system');
  const leading = turns.slice(0, first === -1 ? turns.length : first);
  return {
    ...{ model, stream },
    system: [...textsOf(asked.instructions ?? ''), ...leading.flatMap(textsOfTurn)],
    turns: turns.slice(leading.length),
    tools: readTools(asked),
    toolChoice: readChoice(asked.tool_choice),
    answerForm: readAnswerForm(asked.text),
    reasoning: readReasoning(asked.reasoning),
    settings: readSettings(asked),
    unread: unreadOf(asked),
  };
}

/** A conversation that is cut short silently is another one; no probabilities are what everybody gives unasked. */
function unreadOf(asked: JsonObject): string[] {
  const unread = namesBeyond(asked, KNOWN).filter(
    (name) => name !== 'top_logprobs' || asked[name] !== 0,
  );
  if (asked.truncation === 'auto') unread.push('truncation');
  // Nobody but OpenAI keeps responses.
  if (asked.store === true) unread.push('store');
  return unread;
}

/** Items of one role that follow each other are one turn. */
function turnsOf(input: unknown): Turn[] {
  const text = textOf(input);
  if (text !== undefined) return [{ role: 'user', parts: [{ kind: 'text', text }] }];
  const turns: { role: Turn['role']; parts: Part[] }[] = [];
  for (const { role, parts } of withSealedCalls(listOf(input))) {
    const last = turns.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else turns.push({ role, parts: [...parts] });
  }
  return turns;
}

/** The items, where seals of calls, which stand in items of reasoning before them, are the calls' own again. */
function* withSealedCalls(items: readonly unknown[]): Generator<Turn> {
  let seal: Seal | undefined;
  for (const item of items) {
    const sealed = callSealOf(item);
    if (sealed) {
      seal = sealed;
      continue;
    }
    const { role, parts } = readItem(item);
    const [first] = parts;
    yield seal && first?.kind === 'call' ? { role, parts: [{ ...first, seal }] } : { role, parts };
    seal = undefined;
  }
}

function callSealOf(item: unknown): Seal | undefined {
  const members = objectOf(item);
  return members?.type === 'reasoning'
    ? openCallSeal(textOf(members.encrypted_content))
    : undefined;
}

const textsOfTurn = ({ parts }: Turn) => parts.filter((part) => part.kind === 'text');
