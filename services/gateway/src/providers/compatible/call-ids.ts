import { createHash } from 'node:crypto';
import { endOfString } from '../../protocols/openai-chat/json-bytes.ts';
import type { Edit } from '../../protocols/openai-chat/splice.ts';
import { elementsOf, membersOf, type Member } from './members-of.ts';

/** How a vendor wants the ids of calls. */
export interface CallIdForm {
  /** Letters and digits, and as many as this. */
  readonly length: number;
}

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** An id as a vendor takes it, the same wherever it stands: a call and its result go on belonging together, and the vendor's cache holds. */
export function callIdIn({ length }: CallIdForm, id: string): string {
  if (id.length === length && /^[a-zA-Z0-9]+$/.test(id)) return id;
  const hash = createHash('sha256').update(id).digest();
  return [...hash.subarray(0, length)].map((byte) => DIGITS[byte % DIGITS.length]).join('');
}

/** The ids that have to differ in a message, whose members these are. */
export function callIdEdits(body: Buffer, message: readonly Member[], form: CallIdForm): Edit[] {
  const calls = message.find(({ name }) => name === 'tool_calls');
  const answered = message.filter(({ name }) => name === 'tool_call_id');
  const called = calls && body[calls.value] === OPEN_BRACKET ? elementsOf(body, calls.value) : [];
  const ids = called
    .filter(({ start }) => body[start] === OPEN_BRACE)
    .flatMap(({ start }) => membersOf(body, start).filter(({ name }) => name === 'id'));
  return [...answered, ...ids].flatMap((member) => editOf(body, member, form));
}

function editOf(body: Buffer, { value }: Member, form: CallIdForm): Edit[] {
  if (body[value] !== QUOTE) return [];
  const span = { start: value, end: endOfString(body, value) };
  const id = JSON.parse(body.toString('utf8', span.start, span.end)) as string;
  const written = callIdIn(form, id);
  return written === id ? [] : [{ span, text: JSON.stringify(written) }];
}
