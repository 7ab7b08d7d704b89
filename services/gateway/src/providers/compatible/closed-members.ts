import { isUnambiguous } from '@aicp/common/json/unambiguous';
import { isObject } from '../../formats/json/members.ts';
import { CHAT_LIMITS } from '../../protocols/openai-chat/chat-scan.ts';
import { membersOf, type Member } from './members-of.ts';

/** Why a value may not go on to a vendor, and what to do instead; undefined: it may. It is not null. */
export type Judge = (value: unknown) => string | undefined;

/**
 * Members by which a client would reach past what policies, prices and limits were looked up for, by their names in lower case. They are judged in requests of every
 * format that is JSON, whatever case they are written in.
 */
export type ClosedMembers = Readonly<Record<string, Judge>>;

/** What a request may not go on with. */
interface ClosedFault {
  readonly message: string;
  readonly param: string;
}

/** Why a request may not go on for one of its members, each of which is looked at where it is there twice; undefined: it may. */
export function closedFault(
  body: Buffer,
  members: readonly Member[],
  closed: ClosedMembers = {},
): ClosedFault | undefined {
  if (Object.keys(closed).length === 0) return undefined;
  for (const member of members) {
    const name = foldedName(body, member);
    const judge = Object.hasOwn(closed, name) ? closed[name] : undefined;
    const message = judge && judged(body.subarray(member.value, member.end), name, judge);
    if (message !== undefined) return { message, param: name };
  }
  return undefined;
}

/** The same of a body that is not known to be an object: a form has no such members. */
export function closedFaultOf(body: Buffer, closed: ClosedMembers = {}): ClosedFault | undefined {
  const start = /^\s*\{/.exec(body.toString('latin1', 0, LONGEST_SPACE))?.[0].length;
  if (start === undefined) return undefined;
  return closedFault(body, membersOf(body, start - 1), closed);
}

/** Bytes before a body that are looked through for its beginning. */
const LONGEST_SPACE = 4_096;

/** Readers that take no heed of case take the long s for an s, and the sign of Kelvin for a k. */
function foldedName(body: Buffer, { name, start }: Member): string {
  const written = body.toString('utf8', start, start + name.length + 2);
  return (JSON.parse(written) as string).toUpperCase().toLowerCase();
}

function judged(json: Buffer, name: string, judge: Judge): string | undefined {
  if (!isUnambiguous(json, CHAT_LIMITS)) return `${name} holds a member twice: write each once.`;
  const value: unknown = JSON.parse(json.toString());
  return value === null ? undefined : judge(value);
}

/** Whether something, however deep, names a model in a member that is called so. */
export function namesModel(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesModel);
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([name, inner]) => (/models?$/i.test(name) && inner !== null) || namesModel(inner),
  );
}
