import { skipSpace } from '../../protocols/openai-chat/json-bytes.ts';
import { splice, type Edit } from '../../protocols/openai-chat/splice.ts';
import { callIdEdits } from './call-ids.ts';
import { closedFault } from './closed-members.ts';
import type { Dialect } from './dialect.ts';
import { inTurns } from './in-turns.ts';
import { lastOfAssistant } from './last-turn.ts';
import { elementsOf, membersOf, nameOf, type Member } from './members-of.ts';
import { saidBetween } from './said-between.ts';

/** A request as a vendor takes it. */
export interface Spoken {
  /** The very same buffer where nothing has to change. */
  readonly body: Buffer;
  /** Members that the vendor cannot be told, by OpenAI's names. */
  readonly dropped: readonly string[];
  /** Why it cannot be asked this at all; undefined: it can. */
  readonly cannot: { readonly message: string; readonly param: string } | undefined;
  /** The beginning of the answer that the client wrote, and that the vendor will repeat; undefined: it wrote none, or does as the vendor's own clients do. */
  readonly begun: string | undefined;
}

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** Says a chat completion request, which is valid JSON, as a vendor wants it. Only the bytes that have to differ do. */
export function inDialect(asked: Buffer, dialect: Dialect, model: string): Spoken {
  const { cannot = {}, needless = [], closed } = dialect;
  const body = inTurnsOf(dialect, asked);
  const lacks = lacksOf(dialect, model);
  const members = membersOf(body, skipSpace(body, 0));
  const twice = doubledOf(members, dialect);
  const telling = members.filter((member) => saysSomething(body, member));
  const isGone = ({ name }: Member): boolean =>
    lacks.has(name) || needless.includes(name) || twice.has(name) || Object.hasOwn(cannot, name);
  const dropped = telling.filter(({ name }) => lacks.has(name)).map(({ name }) => name);
  const edits = holesOf(members, isGone);
  for (const member of members) {
    if (isGone(member)) continue;
    edits.push(...editsOf(body, member, dialect));
    if (member.name === 'messages') edits.push(...messageEdits(body, member, { dialect, dropped }));
  }
  const last = lastOfAssistant(body, members, dialect.lastOfAssistant);
  if (last.edit) edits.push(last.edit);
  return {
    body: edits.length === 0 ? body : splice(body, edits),
    dropped: [...new Set(dropped)],
    cannot: closedFault(body, members, closed) ?? impossibleFault(telling, cannot) ?? last.cannot,
    begun: last.begun,
  };
}

function impossibleFault(
  telling: readonly Member[],
  cannot: NonNullable<Dialect['cannot']>,
): Spoken['cannot'] {
  const param = telling.map(nameOf).find((name) => Object.hasOwn(cannot, name));
  return param === undefined ? undefined : { message: cannot[param] ?? '', param };
}

const inTurnsOf = ({ alternates }: Dialect, body: Buffer): Buffer =>
  alternates === true ? inTurns(body, membersOf(body, skipSpace(body, 0))) : body;

function lacksOf({ lacks = [], lacksFor = [] }: Dialect, model: string): ReadonlySet<string> {
  const ofModel = lacksFor.filter(({ models }) => models.test(model));
  return new Set([...lacks, ...ofModel.flatMap((one) => one.lacks)]);
}

/** Members that stand there by the vendor's name as well. */
function doubledOf(members: readonly Member[], { renamed = {} }: Dialect): ReadonlySet<string> {
  const names = new Set(members.map(({ name }) => name));
  const both = Object.entries(renamed).filter(
    ([ours, theirs]) => names.has(ours) && names.has(theirs),
  );
  return new Set(both.map(([ours]) => ours));
}

/** What a member says where it asks for nothing: leaving it out is no loss. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  n: ['1'],
  tool_choice: ['"auto"'],
  parallel_tool_calls: ['true'],
  logprobs: ['false'],
  service_tier: ['"auto"', '"default"'],
  modalities: ['["text"]'],
  tools: ['[]'],
  functions: ['[]'],
};
const LONGEST_USUAL = 16;

/** Null is as good as absent. */
function saysSomething(body: Buffer, { name, value, end }: Member): boolean {
  if (end - value > LONGEST_USUAL) return true;
  const text = body.toString('latin1', value, end);
  const usual = Object.hasOwn(USUAL, name) ? USUAL[name] : undefined;
  return text !== 'null' && usual?.includes(text) !== true;
}

/** Takes members out, each with the comma that parts it from its neighbour. */
function holesOf(members: readonly Member[], isGone: (member: Member) => boolean): Edit[] {
  const edits: Edit[] = [];
  let hasKept = false;
  for (const [index, member] of members.entries()) {
    if (!isGone(member)) {
      hasKept = true;
      continue;
    }
    const start = hasKept ? (members[index - 1]?.end ?? member.start) : member.start;
    const end = hasKept ? member.end : (members[index + 1]?.start ?? member.end);
    edits.push({ span: { start, end }, text: '' });
  }
  return edits;
}

/** The other name and the other value of a member. */
function editsOf(body: Buffer, member: Member, { renamed = {}, values = {} }: Dialect): Edit[] {
  const edits: Edit[] = [];
  const { name, start, value, end } = member;
  if (Object.hasOwn(renamed, name)) {
    const span = { start, end: start + name.length + 2 };
    edits.push({ span, text: JSON.stringify(renamed[name]) });
  }
  const others = Object.hasOwn(values, name) ? (values[name] ?? {}) : {};
  const text = wordIn(others, body, { value, end });
  if (text !== undefined) edits.push({ span: { start: value, end }, text });
  return edits;
}

/** Another word for the value that stands there; undefined: it has none. */
function wordIn(
  words: Readonly<Record<string, string>>,
  body: Buffer,
  { value, end }: Pick<Member, 'value' | 'end'>,
): string | undefined {
  if (end - value > LONGEST_USUAL) return undefined;
  const text = body.toString('latin1', value, end);
  return Object.hasOwn(words, text) ? words[text] : undefined;
}

function messageEdits(body: Buffer, { value }: Member, context: InMessages): Edit[] {
  const { roles = {}, messagesLack = [], callIds, behindTools } = context.dialect;
  const hasRules = Object.keys(roles).length + messagesLack.length > 0 || callIds !== undefined;
  if (!hasRules || body[value] !== OPEN_BRACKET) return [];
  const messages = elementsOf(body, value)
    .filter(({ start }) => body[start] === OPEN_BRACE)
    .map(({ start }) => ({ start, members: membersOf(body, start) }));
  const edits = messages.flatMap(({ members }) => editsOfMessage(body, members, context));
  return behindTools === undefined
    ? edits
    : [...edits, ...saidBetween(body, messages, behindTools)];
}

interface InMessages {
  readonly dialect: Dialect;
  /** Is told what is lost. */
  readonly dropped: string[];
}

function editsOfMessage(
  body: Buffer,
  members: readonly Member[],
  { dialect: { roles = {}, messagesLack = [], callIds }, dropped }: InMessages,
): Edit[] {
  const isGone = ({ name }: Member): boolean => messagesLack.includes(name);
  const lost = members.filter((one) => isGone(one) && saysSomething(body, one));
  dropped.push(...lost.map(({ name }) => `messages[].${name}`));
  const edits = holesOf(members, isGone);
  const role = members.find(({ name }) => name === 'role');
  const text = role && wordIn(roles, body, role);
  if (role && text !== undefined) edits.push({ span: { start: role.value, end: role.end }, text });
  if (callIds) edits.push(...callIdEdits(body, members, callIds));
  return edits;
}
