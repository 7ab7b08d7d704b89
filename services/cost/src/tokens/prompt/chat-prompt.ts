import { imageSize } from './image-size.ts';
import type { PromptImage } from './image-tokens.ts';
import { toolsText } from './tools-text.ts';
import { isRecord, listOf, textOf } from './unknown-values.ts';

/** What a chat request says to a model, as far as it costs tokens. */
export interface ChatPrompt {
  readonly texts: readonly string[];
  /** Tokens between the texts: who speaks, where a message begins and ends, what the answer begins with. */
  readonly framing: number;
  readonly images: readonly PromptImage[];
  /** Tokens of sounds, as their bytes suggest. */
  readonly audio: number;
}

/** OpenAI, "How to count tokens with tiktoken": three a message with its role, one more with a name, three that begin the answer. */
const A_MESSAGE = 3;
const A_NAME = 1;
const AN_ANSWER = 3;
/** What a call of a tool in a message, and all declared tools together, cost beyond their text. */
const A_CALL = 3;
const ALL_TOOLS = 9;
/** OpenAI bills ten tokens a second of sound. A second is some 48 kB of wave, 16 kB of what is compressed. */
const AUDIO_TOKENS_A_SECOND = 10;
const WAVE_BYTES = 48_000;
const COMPRESSED_BYTES = 16_000;

interface Counted {
  readonly texts: string[];
  readonly images: PromptImage[];
  framing: number;
  audio: number;
}

/** Reads the members of a chat request that a model reads. What is of another type than it should be counts as text, so that nothing is missed. */
export function chatPrompt(request: Readonly<Record<string, unknown>>): ChatPrompt {
  const counted: Counted = { texts: [], images: [], framing: AN_ANSWER, audio: 0 };
  for (const message of listOf(request['messages'])) addMessage(counted, message);
  const tools = toolsText(request['tools'], request['functions']);
  if (tools !== undefined) {
    counted.texts.push(tools);
    counted.framing += ALL_TOOLS;
  }
  const format = request['response_format'];
  if (isRecord(format) && format['json_schema'] !== undefined) {
    counted.texts.push(textOf(format['json_schema']));
  }
  return counted;
}

function addMessage(counted: Counted, message: unknown): void {
  counted.framing += A_MESSAGE;
  if (!isRecord(message)) {
    addText(counted, message);
    return;
  }
  const { role, content, name, tool_calls: calls, function_call: call } = message;
  addText(counted, role);
  if (Array.isArray(content)) for (const part of content as unknown[]) addPart(counted, part);
  else addText(counted, content);
  if (name !== undefined) {
    counted.framing += A_NAME;
    addText(counted, name);
  }
  for (const one of [...listOf(calls), call]) addCall(counted, one);
}

function addCall(counted: Counted, call: unknown): void {
  if (!isRecord(call)) return;
  const called = isRecord(call['function']) ? call['function'] : call;
  counted.framing += A_CALL;
  addText(counted, called['name']);
  addText(counted, called['arguments']);
}

function addPart(counted: Counted, part: unknown): void {
  if (!isRecord(part)) {
    addText(counted, part);
  } else if (part['type'] === 'image_url') {
    counted.images.push(imageIn(part['image_url']));
  } else if (part['type'] === 'input_audio') {
    counted.audio += audioTokens(part['input_audio']);
  } else {
    addText(counted, part['text'] ?? part['refusal'] ?? part);
  }
}

function addText(counted: Counted, value: unknown): void {
  const text = textOf(value);
  if (text !== '') counted.texts.push(text);
}

function imageIn(value: unknown): PromptImage {
  const url = isRecord(value) ? value['url'] : value;
  const detail = isRecord(value) ? value['detail'] : undefined;
  return {
    size: typeof url === 'string' ? imageSize(url) : undefined,
    detail: detail === 'low' || detail === 'high' ? detail : 'auto',
  };
}

function audioTokens(value: unknown): number {
  const { data, format } = isRecord(value) ? value : {};
  if (typeof data !== 'string') return 0;
  const bytesASecond = format === 'wav' ? WAVE_BYTES : COMPRESSED_BYTES;
  return Math.ceil(((data.length * 3) / 4 / bytesASecond) * AUDIO_TOKENS_A_SECOND);
}
