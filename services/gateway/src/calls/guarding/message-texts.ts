import { parseJson } from '@aicp/common/json/parse-json';
import type { PromptText, PromptTexts } from '../../protocols/protocol.ts';
import { BYTES, HOLDERS, MEDIA, WORDS } from './message-words.ts';

type Fields = Readonly<Record<string, unknown>>;
type Replaced = ReadonlyMap<number, string>;
/** Makes a value anew, with other texts in the place of some. */
type Rebuild = (replaced: Replaced) => unknown;

/** Members that hold members are followed so far; what is deeper is looked at as JSON. */
const MOST_LEVELS = 16;

/** The texts in a message of MCP or A2A, and the message with others in their place. */
export class MessageTexts implements PromptTexts {
  readonly texts: PromptText[] = [];
  readonly unseen = new Set<string>();
  private readonly rebuild: Rebuild;
  /** Lists of parts so far. */
  private lists = 0;

  /** `message`: what JSON.parse gave. Throws a RangeError where it is deeper than can be written as JSON. */
  constructor(message: unknown) {
    this.rebuild = this.held(message, { level: 0, isFile: false });
  }

  /** The message with these texts in it, by their places in `texts`. */
  with(replaced: Replaced): unknown {
    return this.rebuild(replaced);
  }

  /** A value whose members are known by their names. */
  private held(value: unknown, place: Place): Rebuild {
    if (typeof value === 'string') return this.text(value, place.partOf);
    if (value === null || typeof value !== 'object') return () => value;
    if (place.level > MOST_LEVELS) return this.json(value);
    const inner = { ...place, level: place.level + 1 };
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => this.held(item, inner));
      return (replaced) => items.map((item) => item(replaced));
    }
    return this.members(value as Fields, inner);
  }

  private members(fields: Fields, place: Place): Rebuild {
    const members = Object.entries(fields).map(
      ([name, value]) => [name, this.member(fields, name, place)(value)] as const,
    );
    return (replaced) =>
      Object.fromEntries(members.map(([name, member]) => [name, member(replaced)]));
  }

  /** What takes the value of a member. */
  private member(fields: Fields, name: string, place: Place): (value: unknown) => Rebuild {
    if (WORDS.has(name)) return unchanged;
    const type = fields['type'] ?? fields['kind'];
    if (isBytes(name, type)) {
      return (value) => this.bytes(MEDIA.has(String(type)) ? String(type) : 'file', value);
    }
    if (isElsewhere(name, place)) this.unseen.add('file');
    const isKnown = HOLDERS.has(name) && !isForm(name, fields[name]);
    if (!isKnown) return (value) => this.other(value, name === 'text' ? place.partOf : undefined);
    const isFile = name === 'file';
    // Questions and their answers have names of the server's own.
    const isMap = name === 'inputRequests' || name === 'inputResponses';
    if (isMap) return (value) => this.map(value, place);
    // Whoever reads a message reads its parts one behind the other.
    const isList = PARTS.has(name);
    return (value) =>
      this.held(value, { ...place, isFile, partOf: isList ? (this.lists += 1) : undefined });
  }

  private map(value: unknown, place: Place): Rebuild {
    if (value === null || typeof value !== 'object') return this.other(value);
    const members = Object.entries(value).map(
      ([name, member]) => [name, this.held(member, place)] as const,
    );
    return (replaced) =>
      Object.fromEntries(members.map(([name, member]) => [name, member(replaced)]));
  }

  private bytes(what: string, value: unknown): Rebuild {
    if (typeof value !== 'string') return this.other(value);
    this.unseen.add(what);
    return () => value;
  }

  private other(value: unknown, partOf?: number): Rebuild {
    if (typeof value === 'string') return this.text(value, partOf);
    return isEmpty(value) ? unchanged(value) : this.json(value);
  }

  /** A text that is JSON itself, as results of tools often are, stays JSON. */
  private text(text: string, partOf?: number): Rebuild {
    if (text === '') return () => text;
    const isJson = /^\s*[[{]/.test(text) && parseJson(text) !== undefined;
    const at = this.texts.push({ form: isJson ? 'json' : 'text', text, partOf }) - 1;
    return (replaced) => replaced.get(at) ?? text;
  }

  private json(value: unknown): Rebuild {
    const at = this.texts.push({ form: 'json', text: JSON.stringify(value) }) - 1;
    return (replaced) => {
      const text = replaced.get(at);
      return text === undefined ? value : (JSON.parse(text) as unknown);
    };
  }
}

/** Where a member stands. */
interface Place {
  readonly level: number;
  /** Within a file of A2A. */
  readonly isFile: boolean;
  /** The list of parts that it is one of. */
  readonly partOf?: number | undefined;
}

/** Members whose elements are parts of one text. */
const PARTS: ReadonlySet<string> = new Set(['content', 'parts']);

const unchanged =
  (value: unknown): Rebuild =>
  () =>
    value;

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object'
    ? value === null || Object.keys(value).length === 0
    : typeof value !== 'number';

const isBytes = (name: string, type: unknown): boolean =>
  BYTES.has(name) || (name === 'data' && typeof type === 'string' && MEDIA.has(type));

/** A file that is fetched from an address holds what nobody can look at here. */
const isElsewhere = (name: string, { isFile }: Place): boolean =>
  name === 'url' || (isFile && name === 'uri');

/** What somebody filled in: its members have names of a server's own. */
const isForm = (name: string, value: unknown): boolean =>
  name === 'content' &&
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  typeof (value as Fields)['type'] !== 'string';
