import type { Edit } from '../../protocols/openai-chat/splice.ts';
import type { LastOfAssistant } from './dialect.ts';
import { elementsOf, membersOf, nameOf, type Member } from './members-of.ts';

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** What becomes of a last message that is the assistant's; all undefined: the last one is another's, or goes on as it is. */
interface LastTurn {
  readonly edit?: Edit;
  readonly cannot?: { readonly message: string; readonly param: string };
  /** What the answer is to begin with. */
  readonly begun?: string;
}

const NOTHING: LastTurn = {};

/** Reads who has the last word in a chat completion request, whose `members` these are, and says it as the vendor wants it. */
export function lastOfAssistant(
  body: Buffer,
  members: readonly Member[],
  rule: LastOfAssistant | undefined,
): LastTurn {
  const messages = rule && members.findLast((member) => nameOf(member) === 'messages');
  if (!rule || !messages || body[messages.value] !== OPEN_BRACKET) return NOTHING;
  const last = elementsOf(body, messages.value).at(-1);
  if (!last || body[last.start] !== OPEN_BRACE) return NOTHING;
  const said = JSON.parse(body.toString('utf8', last.start, last.end)) as Said;
  if (said.role !== 'assistant') return NOTHING;
  if ('cannot' in rule) return { cannot: { message: rule.cannot, param: 'messages' } };
  return continuedBy(rule.continuedBy, said, { body, start: last.start });
}

type Said = Readonly<Record<string, unknown>>;

/** A client that says itself whether the answer goes on from it knows the vendor. What calls tools is not to be gone on from. */
function continuedBy(
  name: string,
  said: Said,
  { body, start }: { readonly body: Buffer; readonly start: number },
): LastTurn {
  const calls = said['tool_calls'];
  const begun = textIn(said['content']);
  const isCalling = Array.isArray(calls) && calls.length > 0;
  const end = membersOf(body, start).at(-1)?.end;
  if (begun === '' || isCalling || name in said || end === undefined) return NOTHING;
  return { begun, edit: { span: { start: end, end }, text: `,${JSON.stringify(name)}:true` } };
}

/** The text of a content, its parts joined. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? (content as readonly unknown[]) : [];
  return parts.map((part) => wordsOf(part)).join('');
}

function wordsOf(part: unknown): string {
  const text = (part as { readonly text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : '';
}
