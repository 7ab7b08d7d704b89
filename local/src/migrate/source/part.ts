type Path = readonly (string | number)[];

/** Something that is said of a file: what is not carried over, or what is to be done by hand. */
export interface Note {
  readonly kind: 'lost' | 'todo';
  /** Where in the file, counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** The file that parts are of, as far as they need it. */
interface OfFile {
  readonly notes: Note[];
  read(path: Path, name: string): void;
  lineOf(path: Path): number;
  said(path: Path): string;
}

/** How a file of LiteLLM names a variable of the environment in the place of a value. */
const OF_ENVIRONMENT = /^os\.environ\/([A-Za-z_][A-Za-z0-9_]*)$/;

/** The variable that a text names in the place of a value; undefined where it is the value itself. */
export const variableIn = (text: string): string | undefined => OF_ENVIRONMENT.exec(text)?.[1];

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A place of a file that is read. It keeps what was asked for, so that everything that nobody asked for can be named when all is read. What is
 * there in a form that it cannot have is named too, and counts as absent.
 */
export class Part {
  private readonly source: OfFile;
  private readonly path: Path;
  readonly value: unknown;

  constructor(source: OfFile, path: Path, value: unknown) {
    this.source = source;
    this.path = path;
    this.value = value;
  }

  /** Where it is in its file, counted from 1. */
  get line(): number {
    return this.source.lineOf(this.path);
  }

  /** The names of its members; none where it is no map. */
  get names(): readonly string[] {
    return isMembers(this.value) ? Object.keys(this.value) : [];
  }

  /** A member, which counts as read. Undefined where it is absent or null. */
  at(name: string): Part | undefined {
    this.source.read(this.path, name);
    if (!isMembers(this.value) || !Object.hasOwn(this.value, name)) return undefined;
    const value = this.value[name];
    return value === null || value === undefined ? undefined : this.below(name, value);
  }

  /** Whether a member is there in any form; an empty text, as an absent one, says nothing. */
  has(name: string): boolean {
    const value = this.at(name)?.value;
    return value !== undefined && !(typeof value === 'string' && value.trim() === '');
  }

  /** A text, or a number as one. */
  text(name: string): string | undefined {
    const found = this.at(name);
    if (found === undefined) return undefined;
    const { value } = found;
    if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
    if (typeof value === 'number') return String(value);
    this.sayOdd(found, 'a text');
    return undefined;
  }

  /** A number that is not negative. */
  number(name: string): number | undefined {
    const found = this.at(name);
    if (found === undefined) return undefined;
    const value = typeof found.value === 'string' ? Number(found.value) : found.value;
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
    this.sayOdd(found, 'a number of 0 or more');
    return undefined;
  }

  flag(name: string): boolean | undefined {
    const found = this.at(name);
    if (found === undefined) return undefined;
    if (typeof found.value === 'boolean') return found.value;
    this.sayOdd(found, 'true or false');
    return undefined;
  }

  /** The items of a list. */
  items(name: string): readonly Part[] {
    const found = this.at(name);
    if (found === undefined) return [];
    const items = found.asItems();
    if (!items) this.sayOdd(found, 'a list');
    return items ?? [];
  }

  /** The texts of a list, or of one text alone. */
  texts(name: string): readonly string[] {
    const found = this.at(name);
    const value = found?.value;
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    const texts = all.filter((one) => typeof one === 'string');
    if (found && texts.length < all.length) this.sayOdd(found, 'a list of texts');
    return texts;
  }

  /** Its own items, where it is a list. */
  asItems(): readonly Part[] | undefined {
    if (!Array.isArray(this.value)) return undefined;
    return this.value.map((value: unknown, index) => this.below(index, value));
  }

  /** Every member that is there. */
  members(): readonly (readonly [name: string, member: Part])[] {
    return this.names.flatMap((name) => {
      const found = this.at(name);
      return found ? [[name, found] as const] : [];
    });
  }

  /** Says that something here is not carried over. */
  lost(text: string): void {
    this.source.notes.push({ kind: 'lost', line: this.line, text });
  }

  /** Says what is to be done by hand. */
  todo(text: string): void {
    this.source.notes.push({ kind: 'todo', line: this.line, text });
  }

  private sayOdd(found: Part, wanted: string): void {
    const text = `${found.said} is not ${wanted}, and left out`;
    this.source.notes.push({ kind: 'lost', line: found.line, text });
  }

  /** Its place in words: `model_list[0].litellm_params`. */
  get said(): string {
    return this.source.said(this.path);
  }

  private below(name: string | number, value: unknown): Part {
    return new Part(this.source, [...this.path, name], value);
  }
}
