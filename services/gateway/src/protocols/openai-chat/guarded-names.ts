import { KnownWords } from '@aicp/common/bytes/known-words';

/** Why a body is refused although it is JSON: another reader could take another value than we do, or none at all. */
export interface RefusedMember {
  readonly member: string;
  readonly problem: string;
  /** For programs, where clients know one; absent: none. */
  readonly code?: string;
}

interface Guarded<Name> {
  readonly name: Name;
  readonly bit: number;
}

const LOWER_CASE = 0x20;

/** Names of members that are read in one kind of object; at most 31. */
export class GuardedNames<Name extends string> {
  private readonly where: string;
  private readonly byFolded: ReadonlyMap<string, Guarded<Name>>;
  private readonly words: KnownWords;
  /** For a quick look: most names have another first letter, or are of another length. */
  private readonly firstLetters: ReadonlySet<number>;
  private readonly lengths: ReadonlySet<number>;

  /** `where` stands before a name in messages: `stream_options.`. */
  constructor(where: string, names: readonly Name[]) {
    this.where = where;
    this.byFolded = new Map(names.map((name, index) => [name, { name, bit: 1 << index }]));
    this.words = new KnownWords(names);
    this.firstLetters = new Set(names.map((name) => name.charCodeAt(0)));
    this.lengths = new Set(names.map((name) => name.length));
  }

  /** Watches over the members of the next object. */
  guard(body: Buffer): NameGuard<Name> {
    return new NameGuard(this, body);
  }

  /** The name that stands there as it is to be written; undefined where there is none. */
  findExact(body: Buffer, start: number, end: number): Guarded<Name> | undefined {
    const word = this.words.at(body, start, end);
    return word === '' ? undefined : this.byFolded.get(word);
  }

  /** The name that stands there in this or another form; undefined where it is none of these. `isPlain`: ASCII without escapes. */
  find(body: Buffer, start: number, end: number, isPlain: boolean): Guarded<Name> | undefined {
    if (isPlain && !this.mayBe(body[start] ?? 0, end - start)) return undefined;
    const written = body.toString('utf8', start, end);
    return this.byFolded.get(isPlain ? written.toLowerCase() : folded(written));
  }

  refuse(name: Name, problem: string): RefusedMember {
    return { member: this.where + name, problem };
  }

  private mayBe(first: number, length: number): boolean {
    return this.lengths.has(length) && this.firstLetters.has(first | LOWER_CASE);
  }
}

/** Readers that take no heed of case take the long s for an s, and the sign of Kelvin for a k. */
function folded(written: string): string {
  const name = JSON.parse(`"${written}"`) as string;
  return name.toUpperCase().toLowerCase();
}

/** Finds the names that are read among the members of one object after another. */
export class NameGuard<Name extends string> {
  /** Why the last name that was looked at is refused. */
  refused: RefusedMember | undefined;
  private readonly names: GuardedNames<Name>;
  private readonly body: Buffer;
  private seen = 0;

  constructor(names: GuardedNames<Name>, body: Buffer) {
    this.names = names;
    this.body = body;
  }

  /** Another object begins. */
  begin(): void {
    this.seen = 0;
  }

  /** The name from `start` to `end` where it is one that is read; undefined where it is another one, or `refused`. */
  take(start: number, end: number, isPlain: boolean): Name | undefined {
    const { names, body } = this;
    const exact = names.findExact(body, start, end);
    const found = exact ?? names.find(body, start, end, isPlain);
    if (!found) return undefined;
    const { name, bit } = found;
    if (!exact) {
      this.refused = names.refuse(name, 'must be written in lower case, without escapes');
      return undefined;
    }
    if ((this.seen & bit) !== 0) {
      this.refused = this.names.refuse(name, 'is there twice');
      return undefined;
    }
    this.seen |= bit;
    return name;
  }
}
