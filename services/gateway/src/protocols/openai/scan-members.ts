import { endOfString, endOfValue, skipSpace, TOO_DEEP } from './json-bytes.ts';

/** Members of a chat request that the gateway reads. Named twice or in disguise, they are refused. */
export const READ_MEMBERS = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'user',
  'metadata',
  'tools',
] as const;
export type ReadMember = (typeof READ_MEMBERS)[number];

/** Where a member's value stands in the body: from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Spans = Partial<Record<ReadMember, Span>>;

/** Why a body is refused although it is JSON: another reader could take another value than we do, or none at all. */
export interface RefusedMember {
  readonly member: string;
  readonly problem: string;
}

/** Levels of lists and objects in a member. Readers that recurse, `JSON.stringify` among them, end at some thousands. */
export const DEEPEST = 512;

const IS_READ: ReadonlySet<string> = new Set(READ_MEMBERS);
/** For a quick look: most names have another first letter, or are of another length. */
const FIRST_LETTERS = new Set(READ_MEMBERS.map((member) => member.charCodeAt(0)));
const LENGTHS = new Set(READ_MEMBERS.map((member) => member.length));
const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COMMA = 0x2c;
const CLOSE_BRACE = 0x7d;
const LOWER_CASE = 0x20;

/**
 * Finds the values of the members that the gateway reads, at the top level of `body`, which must be the text of one JSON object
 * (JSON.parse has accepted it). Answers which member is refused instead, where one is: written twice, written with escapes, nested too
 * deep, or `model` in another case (readers written in Go would take it for `model`).
 */
export function scanMembers(body: Buffer): Spans | RefusedMember {
  const spans: Spans = {};
  let at = skipSpace(body, body.indexOf('{') + 1);
  while (body[at] === QUOTE) {
    const keyEnd = endOfString(body, at);
    const start = skipSpace(body, skipSpace(body, keyEnd) + 1);
    const end = endOfValue(body, start, DEEPEST);
    if (end === TOO_DEEP) return tooDeep(body.toString('utf8', at + 1, keyEnd - 1));
    if (mayBeRead(body, at + 1, keyEnd - 1)) {
      const problem = note(spans, body.toString('latin1', at + 1, keyEnd - 1), { start, end });
      if (problem) return problem;
    }
    at = skipSpace(body, end);
    if (body[at] === CLOSE_BRACE) break;
    if (body[at] === COMMA) at = skipSpace(body, at + 1);
  }
  return spans;
}

/** False for names that are none of those that are read, in no disguise. */
function mayBeRead(body: Buffer, start: number, end: number): boolean {
  const first = body[start] ?? 0;
  if (LENGTHS.has(end - start) && FIRST_LETTERS.has(first | LOWER_CASE)) return true;
  for (let at = start; at < end; at += 1) if (body[at] === BACKSLASH) return true;
  return false;
}

function note(spans: Spans, written: string, span: Span): RefusedMember | undefined {
  if (IS_READ.has(written)) {
    const member = written as ReadMember;
    if (spans[member]) return { member, problem: 'is there twice' };
    spans[member] = span;
    return undefined;
  }
  return disguised(written);
}

const tooDeep = (member: string): RefusedMember => ({
  member,
  problem: `is nested deeper than ${DEEPEST} levels`,
});

function disguised(written: string): RefusedMember | undefined {
  if (written.length === 5 && written.toLowerCase() === 'model') {
    return { member: 'model', problem: 'must be written in lower case' };
  }
  if (!written.includes('\\')) return undefined;
  const name: unknown = JSON.parse(`"${written}"`);
  if (typeof name !== 'string') return undefined;
  const plain = name.toLowerCase() === 'model' ? 'model' : name;
  return IS_READ.has(plain)
    ? { member: plain, problem: 'must be written without escapes' }
    : undefined;
}

/** Whether a scan found a member for which the body is refused. */
export const isRefused = (result: Spans | RefusedMember): result is RefusedMember =>
  'problem' in result;
