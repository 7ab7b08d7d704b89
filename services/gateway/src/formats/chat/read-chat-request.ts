import type {
  CallPart,
  Conversation,
  JsonObject,
  Part,
  ReasoningPart,
  ResultPart,
  TextPart,
  Turn,
} from '../conversation/conversation.ts';
import { Untranslatable, type RequestFacts } from '../format.ts';
import { isObject, listOf, namesBeyond, objectOf, textOf } from '../json/members.ts';
import { readChatParts, textsOf } from './read-chat-parts.ts';
import {
  CHAT_SETTINGS,
  readAnswerForm,
  readChatSettings,
  readEffort,
} from './read-chat-settings.ts';
import { readChoice, readTools } from './read-chat-tools.ts';

/** Members that are read, or that change nothing of an answer. */
const KNOWN = new Set([
  ...['model', 'messages', 'stream', 'stream_options', 'metadata', 'store', 'safety_identifier'],
  ...['tools', 'tool_choice', 'functions', 'function_call', 'response_format', 'reasoning_effort'],
  ...CHAT_SETTINGS,
]);

/** Reads a chat completion request (OpenAI's API reference, "Create chat completion"). Throws `Untranslatable`. */
export function readChatRequest(body: Buffer, { model, stream }: RequestFacts): Conversation {
  const asked: unknown = JSON.parse(body.toString());
  if (!isObject(asked)) throw new Untranslatable('The body is not a JSON object.');
  const messages = listOf(asked.messages).map(messageOf);
  const first = messages.findIndex(({ role }) => !isInstruction(role));
  const leading = first === -1 ? messages : messages.slice(0, first);
  return {
    ...{ model, stream },
    system: leading.flatMap(({ content }) => textsOf(content)),
    turns: turnsOf(first === -1 ? [] : messages.slice(first)),
    tools: readTools(asked),
    toolChoice: readChoice(asked),
    answerForm: readAnswerForm(asked.response_format),
    reasoning: readEffort(asked.reasoning_effort),
    settings: readChatSettings(asked),
    unread: [...unreadOf(asked), ...unreadIn(messages)],
  };
}

/** Text is what is answered where a client asks for no other form. */
function unreadOf(asked: JsonObject): string[] {
  const unread = namesBeyond(asked, KNOWN);
  const onlyText = listOf(asked.modalities).every((modality) => modality === 'text');
  return unread.filter((name) => name !== 'modalities' || !onlyText);
}

/** Members of messages that no other API has. */
function unreadIn(messages: readonly Message[]): string[] {
  const lost = messages.flatMap(({ role, message }) => {
    const isNamed = role !== 'tool' && role !== 'function' && (message.name ?? null) !== null;
    return [...(isNamed ? ['name'] : []), ...((message.audio ?? null) === null ? [] : ['audio'])];
  });
  return [...new Set(lost)].map((name) => `messages[].${name}`);
}

interface Message {
  readonly role: string;
  readonly content: unknown;
  readonly message: JsonObject;
}

function messageOf(value: unknown, index: number): Message {
  const message = objectOf(value);
  const role = textOf(message?.role);
  if (!message || role === undefined)
    throw new Untranslatable(`messages[${index}] has no role.`, 'messages');
  return { role, content: message.content, message };
}

const isInstruction = (role: string): boolean => role === 'system' || role === 'developer';

/** Results of tools stand in the turn of the user who goes on after them. */
function turnsOf(messages: readonly Message[]): Turn[] {
  const turns: { role: Turn['role']; parts: Part[] }[] = [];
  for (const message of messages) {
    const { role, parts } = turnOf(message);
    const last = turns.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else turns.push({ role, parts });
  }
  return turns;
}

function turnOf(message: Message): { role: Turn['role']; parts: Part[] } {
  const { role, content } = message;
  if (isInstruction(role)) return { role: 'system', parts: textsOf(content) };
  if (role === 'user') return { role: 'user', parts: readChatParts(content) };
  if (role === 'assistant') return { role: 'assistant', parts: assistantParts(message) };
  if (role === 'tool' || role === 'function') return { role: 'user', parts: [resultOf(message)] };
  throw new Untranslatable(`No other API has messages of the role ${role}.`, 'messages');
}

function assistantParts({ content, message }: Message): Part[] {
  const refusal = textOf(message.refusal);
  const declined: TextPart[] = refusal ? [{ kind: 'text', text: refusal, isRefusal: true }] : [];
  return [
    ...reasoningOf(message),
    ...readChatParts(content),
    ...declined,
    ...listOf(message.tool_calls).map(callOf),
    ...oldCallOf(message.function_call),
  ];
}

/**
 * What an assistant thought, as providers that speak this API write it: DeepSeek's `reasoning_content`, and the seals in `reasoning_details` as
 * OpenRouter has them (https://openrouter.ai/docs/use-cases/reasoning-tokens).
 */
function reasoningOf(message: JsonObject): Part[] {
  const details = listOf(message.reasoning_details).map(objectOf);
  const sealed = details.flatMap((detail): ReasoningPart[] => {
    const format = textOf(detail?.format);
    const value = textOf(detail?.signature) ?? textOf(detail?.data);
    if (format === undefined || value === undefined) return [];
    return [{ kind: 'reasoning', text: textOf(detail?.text) ?? '', seal: { format, value } }];
  });
  const text = textOf(message.reasoning_content) ?? textOf(message.reasoning) ?? '';
  const [first] = sealed;
  if (text === '' || sealed.some((part) => part.text !== '')) return sealed;
  // A stream brings the text apart from its seal. Of several, nobody knows which seals what.
  return [{ kind: 'reasoning', text, ...(sealed.length === 1 ? { seal: first?.seal } : {}) }];
}

function callOf(value: unknown): CallPart {
  const call = objectOf(value);
  const called = objectOf(call?.function);
  const name = textOf(called?.name);
  if (!call || name === undefined)
    throw new Untranslatable('A call of a tool in messages has no function.name.', 'messages');
  const seal = sealOf(call);
  const text = textOf(called?.arguments) ?? '{}';
  return {
    ...{ kind: 'call', id: textOf(call.id) ?? name, name, arguments: text },
    ...(seal ? { seal } : {}),
  };
}

/** Google's place for the signature of a call (https://ai.google.dev/gemini-api/docs/thought-signatures, "OpenAI compatibility"). */
function sealOf(call: JsonObject): CallPart['seal'] {
  const value = textOf(objectOf(objectOf(call.extra_content)?.google)?.thought_signature);
  return value === undefined ? undefined : { format: 'gemini', value };
}

/** As calls were written before there were tools: at most one, which has no id. */
function oldCallOf(value: unknown): CallPart[] {
  const called = objectOf(value);
  const name = textOf(called?.name);
  if (!called || name === undefined) return [];
  return [{ kind: 'call', id: name, name, arguments: textOf(called.arguments) ?? '{}' }];
}

function resultOf({ role, content, message }: Message): ResultPart {
  const name = textOf(message.name);
  const callId = role === 'function' ? name : textOf(message.tool_call_id);
  if (callId === undefined)
    throw new Untranslatable('A message of a tool has no tool_call_id.', 'messages');
  const parts = readChatParts(content).filter(
    (part) => part.kind === 'text' || part.kind === 'image' || part.kind === 'file',
  );
  return { kind: 'result', callId, parts, ...(name === undefined ? {} : { name }) };
}
