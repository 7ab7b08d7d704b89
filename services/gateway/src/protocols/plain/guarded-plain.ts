import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import {
  afterValue,
  decoded,
  eachElement,
  eachMember,
  edited,
  type Edit,
  type Span,
} from '../chat-texts/json-places.ts';
import { MEMBER_NAME } from '../chat-texts/answer-shapes.ts';
import { wholeText } from '../chat-texts/open-texts.ts';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const OBJECT = /^[a-z_.-]{0,32}$/;
/** Words of the API, each by where it stands and by its form: what has another one is looked at. */
const FORMS: ReadonlyMap<string, RegExp> = new Map([
  ['/id', /^[\w.:/+=-]{0,128}$/],
  ['/object', OBJECT],
  ['/data/object', OBJECT],
  ['/model', /^(?!.*@[^@]*\.[A-Za-z])[\w.:/@+-]{0,128}$/],
  ['/meta/api_version/version', /^[\w.-]{0,16}$/],
  /* A vector in base64. */
  ['/data/embedding', /^[A-Za-z0-9+/=]*$/],
  ['/usageMetadata/promptTokenDetails/modality', /^[A-Z_]{0,32}$/],
]);
/** Times, in seconds. */
const TIMES: ReadonlySet<string> = new Set(['/created', '/created_at']);
const LONGEST_TIME = 10;
/** No count has as many digits, and no vector such figures. */
const LONG_NUMBER = /^-?[0-9]{7}/;

/** An answer that is no conversation as it may go on: every text in it is looked at. Undefined where guardrails stopped it. */
export function* guardPlain(body: Buffer, guard: OutputGuard): Slices<Buffer | undefined> {
  const json = body.toString();
  const out = yield* guardTexts(json, guard);
  if (out === undefined) return undefined;
  return out === json ? body : Buffer.from(out);
}

const NO_MEDIA: ReadonlyMap<string, string> = new Map();

/** The same of its text. `media`: members that hold what nobody can look at, and what that is. */
export function* guardTexts(
  json: string,
  guard: OutputGuard,
  media = NO_MEDIA,
): Slices<string | undefined> {
  const found = new StringSearch(json, media);
  found.value(json.indexOf('{'), '');
  if (found.hasOddName) found.unseen.add('unknown_field');
  for (const what of found.unseen) if (!guard.passUnseen(what)) return undefined;
  const edits: Edit[] = [];
  for (const { start, end } of found.strings) {
    const written = json.slice(start, end);
    const text = written.startsWith('"') ? decoded(written) : written;
    const out = yield* wholeText(guard, 'whole', text);
    if (guard.stoppedBy) return undefined;
    if (out !== text) edits.push({ start, end, text: JSON.stringify(out) });
  }
  return edits.length === 0 ? json : edited(json, edits);
}

class StringSearch {
  readonly strings: Span[] = [];
  readonly unseen = new Set<string>();
  hasOddName = false;
  private readonly json: string;
  private readonly media: ReadonlyMap<string, string>;

  constructor(json: string, media: ReadonlyMap<string, string>) {
    this.json = json;
    this.media = media;
  }

  /** `place`: the names of the members in which it stands. */
  value(at: number, place: string): number {
    const { json } = this;
    const first = json.charCodeAt(at);
    if (first === OPEN_BRACKET) return eachElement(json, at, (start) => this.value(start, place));
    if (first === OPEN_BRACE)
      return eachMember(json, at, (member, start) => {
        // Categories of moderations are called `self-harm/intent`.
        this.hasOddName ||= !MEMBER_NAME.test(member.replaceAll('/', '-'));
        return this.value(start, `${place}/${member}`);
      });
    const end = afterValue(json, at);
    const isString = first === QUOTE && end - at > 2;
    if (isString) this.string({ start: at, end }, place);
    else if (this.isLong(at, end, place)) this.strings.push({ start: at, end });
    return end;
  }

  private string(span: Span, place: string): void {
    const media = this.media.get(place.slice(place.lastIndexOf('/') + 1));
    if (media !== undefined) this.unseen.add(media);
    else if (!this.isWord(span.start, span.end, place)) this.strings.push(span);
  }

  /** Vectors have very many numbers. */
  private isLong(start: number, end: number, place: string): boolean {
    if (end - start < 7 || (end - start <= LONGEST_TIME && TIMES.has(place))) return false;
    return LONG_NUMBER.test(this.json.slice(start, start + 8));
  }

  private isWord(start: number, end: number, place: string): boolean {
    return FORMS.get(place)?.test(this.json.slice(start + 1, end - 1)) ?? false;
  }
}
