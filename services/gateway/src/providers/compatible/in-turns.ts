import { splice, type Edit } from '../../protocols/openai-chat/splice.ts';
import { elementsOf, membersOf, nameOf, type Member, type Place } from './members-of.ts';

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const TAKES_TURNS: ReadonlySet<string> = new Set(['"user"', '"assistant"']);
/** Members of a message that stand for more than what is said: such messages stay as they are. */
const MORE_THAN_SAID: ReadonlySet<string> = new Set(['tool_calls', 'function_call', 'audio']);

/** Puts messages of the user, or of the assistant, that follow one another into one. The very same buffer where none do. */
export function inTurns(body: Buffer, members: readonly Member[]): Buffer {
  const messages = members.findLast((member) => nameOf(member) === 'messages');
  if (!messages || body[messages.value] !== OPEN_BRACKET) return body;
  const edits = runsOf(body, elementsOf(body, messages.value)).map((run) => oneOf(body, run));
  return edits.length === 0 ? body : splice(body, edits);
}

/** Messages of one role that follow one another, two or more. */
function runsOf(body: Buffer, places: readonly Place[]): Place[][] {
  const runs: Place[][] = [];
  let before: string | undefined;
  for (const place of places) {
    const role = turnOf(body, place);
    if (role !== undefined && role === before) runs.at(-1)?.push(place);
    else runs.push([place]);
    before = role;
  }
  return runs.filter(({ length }) => length > 1);
}

/** Whose turn a message is; undefined: it is nobody's, or more than something said. */
function turnOf(body: Buffer, { start }: Place): string | undefined {
  if (body[start] !== OPEN_BRACE) return undefined;
  const members = membersOf(body, start);
  const isMore = members.some(
    (member) => MORE_THAN_SAID.has(nameOf(member)) && saysSomething(body, member),
  );
  const role = members.findLast((member) => nameOf(member) === 'role');
  const text = role && body.toString('latin1', role.value, role.end);
  return text !== undefined && TAKES_TURNS.has(text) && !isMore ? text : undefined;
}

const saysSomething = (body: Buffer, { value, end }: Member): boolean =>
  !['null', '[]'].includes(body.toString('latin1', value, Math.min(end, value + 5)));

type Message = Readonly<Record<string, unknown>>;

/** One message in the place of several: all that they say, and whatever else stands in any of them. */
function oneOf(body: Buffer, run: readonly Place[]): Edit {
  const messages = run.map(
    ({ start, end }) => JSON.parse(body.toString('utf8', start, end)) as Message,
  );
  const content = together(messages.map((message) => message['content']));
  const text = JSON.stringify({ ...Object.assign({}, ...messages), content });
  const span = { start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 };
  return { span, text };
}

/** Texts with an empty line between them; a list of parts where one of them is a list. */
function together(contents: readonly unknown[]): unknown {
  const said = contents.filter((content) => content !== undefined && content !== null);
  if (said.every((content) => typeof content === 'string'))
    return said.filter((text) => text !== '').join('\n\n');
  return said.flatMap((content) => {
    if (typeof content !== 'string') return content;
    return content === '' ? [] : [{ type: 'text', text: content }];
  });
}
