import { JsonScanner, type JsonLimits, type JsonProblem } from '@aicp/common/json/json-scanner';
import type { NameGuard, RefusedMember } from '../openai-chat/guarded-names.ts';
import type { Span } from '../openai-chat/read-members.ts';
import type { PlainRules } from './plain-rules.ts';

/** What a request may be made of: texts by the thousand, or as many ids of tokens as vendors take. */
export const PLAIN_LIMITS: JsonLimits = { depth: 64, elements: 400_000 };

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** Where the members stand that are read, and how much text there is. */
export interface PlainScan {
  readonly spans: Readonly<Partial<Record<string, Span>>>;
  /** Characters of text that the model reads. */
  readonly promptCharacters: number;
  /** How many things the first of the texts asks for: one, or one for each text of a list. */
  readonly items: number;
}

/** Steps once over a body and finds what is read of it, without parsing it; or says why it is refused. */
export function scanPlain(
  body: Buffer,
  rules: PlainRules,
): PlainScan | JsonProblem | RefusedMember {
  const scanner = new PlainScanner(body, rules);
  return scanner.run() ? scanner : (scanner.refused ?? scanner.problem ?? 'malformed');
}

class PlainScanner implements PlainScan {
  readonly spans: Partial<Record<string, Span>> = {};
  promptCharacters = 0;
  items = 1;
  refused: RefusedMember | undefined;
  private readonly json: JsonScanner;
  private readonly guard: NameGuard<string>;
  private readonly texts: readonly string[];

  constructor(body: Buffer, { names, texts }: PlainRules) {
    this.json = new JsonScanner(body, PLAIN_LIMITS);
    this.guard = names.guard(body);
    this.texts = texts;
  }

  get problem(): JsonProblem | undefined {
    return this.json.problem;
  }

  run(): boolean {
    const { json } = this;
    return json.peek() === OPEN_BRACE && json.eachMember(this.takeMember) && json.isAtEnd();
  }

  private readonly takeMember = (start: number, end: number): boolean => {
    const { json, guard } = this;
    const name = guard.take(start, end, json.isPlain);
    this.refused = guard.refused;
    if (this.refused) return false;
    const first = json.peek();
    const from = json.at;
    const isText = name === undefined || this.texts.includes(name);
    if (!(isText ? this.countText(name, first) : json.skipValue())) return false;
    if (name !== undefined) this.spans[name] = { start: from, end: json.at };
    return true;
  };

  /** Steps over a value, and counts it: the inside of a string, the whole of a list or an object, nothing else. */
  private countText(name: string | undefined, first: number): boolean {
    const { json } = this;
    const before = json.characters;
    const isList = first === OPEN_BRACKET;
    const isPassed = isList && name === this.texts[0] ? this.countItems() : json.skipValue();
    if (!isPassed) return false;
    const isNested = isList || first === OPEN_BRACE;
    if (isNested) this.promptCharacters += json.characters - before;
    else if (first === QUOTE) this.promptCharacters += json.characters - before - 2;
    return true;
  }

  /** Numbers are tokens of one text. */
  private countItems(): boolean {
    const { json } = this;
    let items = 0;
    const isPassed = json.eachElement(() => {
      const first = json.peek();
      if (first === QUOTE || first === OPEN_BRACKET || first === OPEN_BRACE) items += 1;
      return json.skipValue();
    });
    this.items = Math.max(1, items);
    return isPassed;
  }
}
