import { parseJson } from '@aicp/common/json/parse-json';
import type { Conversation, JsonObject, Settings } from '../conversation/conversation.ts';
import { Untranslatable, type RequestFacts } from '../format.ts';
import { definedOf, isObject, namesBeyond, numberOf, textOf } from '../json/members.ts';

const KNOWN = new Set([
  ...['model', 'prompt', 'stream', 'stream_options', 'max_tokens', 'temperature', 'top_p', 'stop'],
  ...['seed', 'frequency_penalty', 'presence_penalty', 'n', 'user', 'suffix', 'echo', 'best_of'],
]);

/** Reads a completion request as a chat of one turn (OpenAI's API reference, "Create completion"). Throws `Untranslatable`. */
export function readCompletionsRequest(
  body: Buffer,
  { model, stream }: RequestFacts,
): Conversation {
  const request = parseJson(body.toString());
  if (!isObject(request)) throw new Untranslatable('The body is not a JSON object.');
  refuseWhatChatsCannot(request);
  return {
    ...{ model, stream, system: [], tools: [] },
    turns: [{ role: 'user', parts: [{ kind: 'text', text: promptOf(request.prompt) }] }],
    settings: settingsOf(request),
    unread: namesBeyond(request, KNOWN),
  };
}

/** These would change what is asked, and no chat can be told them. */
function refuseWhatChatsCannot({ suffix, echo, best_of: best, n }: JsonObject): void {
  const chats = 'this model chats: ask it at /v1/chat/completions, or leave it out';
  if ((textOf(suffix) ?? '') !== '')
    throw new Untranslatable(`Text cannot be put before a suffix, since ${chats}.`, 'suffix');
  if (echo === true) throw new Untranslatable(`A prompt cannot be echoed, since ${chats}.`, 'echo');
  if ((numberOf(best) ?? 1) > 1)
    throw new Untranslatable(`There is one answer alone, since ${chats}.`, 'best_of');
  if ((numberOf(n) ?? 1) > 1)
    throw new Untranslatable(`There is one answer alone, since ${chats}.`, 'n');
}

function promptOf(prompt: unknown): string {
  if (typeof prompt === 'string') return prompt;
  const [only, ...more] = Array.isArray(prompt) ? (prompt as unknown[]) : [];
  if (typeof only === 'string' && more.length === 0) return only;
  const advice = 'send one text, since this model chats';
  throw new Untranslatable(`The prompt is several texts, or ids of tokens: ${advice}.`, 'prompt');
}

function settingsOf(request: JsonObject): Settings {
  const number = (name: string): number | undefined => numberOf(request[name]);
  const { stop } = request;
  const stops = typeof stop === 'string' ? [stop] : stop;
  return definedOf({
    max_tokens: number('max_tokens'),
    temperature: number('temperature'),
    top_p: number('top_p'),
    seed: number('seed'),
    frequency_penalty: number('frequency_penalty'),
    presence_penalty: number('presence_penalty'),
    stop: Array.isArray(stops) ? stops.filter((one) => typeof one === 'string') : undefined,
    user: textOf(request.user),
  });
}
