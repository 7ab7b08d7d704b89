import { isMap, isNode, LineCounter, parseAllDocuments, type Document } from 'yaml';
import { Part, type Note } from './part.ts';

/** What a file is called by an error that says it cannot be read. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

type Path = readonly (string | number)[];

/** A document of a file that is read, by parts that remember what was asked for. */
export class Source {
  readonly notes: Note[] = [];
  private readonly document: Document;
  private readonly lines: LineCounter;
  private readonly asked = new Map<string, Set<string>>();
  readonly root: Part;

  constructor(document: Document, lines: LineCounter) {
    this.document = document;
    this.lines = lines;
    this.root = new Part(this, [], valueOf(document));
  }

  /** Notes that a member of a place was asked for, whether it is there or not. */
  read(path: Path, name: string): void {
    const key = JSON.stringify(path);
    const names = this.asked.get(key) ?? new Set();
    this.asked.set(key, names.add(name));
  }

  /** The line of a place; of what is merged from elsewhere, that of the nearest place around it. */
  lineOf(path: Path): number {
    for (let length = path.length; length >= 0; length -= 1) {
      const line = this.ownLine(path.slice(0, length));
      if (line !== undefined) return line;
    }
    return 1;
  }

  private ownLine(path: Path): number | undefined {
    const { contents } = this.document;
    if (path.length === 0) return isNode(contents) ? this.lineAt(contents.range?.[0]) : undefined;
    const parent = this.document.getIn(path.slice(0, -1), true);
    const name = path.at(-1);
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isNode(key) && String(key) === name);
      return isNode(pair?.key) ? this.lineAt(pair.key.range?.[0]) : undefined;
    }
    const node: unknown = this.document.getIn(path, true);
    return isNode(node) ? this.lineAt(node.range?.[0]) : undefined;
  }

  private lineAt(offset: number | undefined): number | undefined {
    return offset === undefined ? undefined : Math.max(1, this.lines.linePos(offset).line);
  }

  /** A place in words. */
  said(path: Path): string {
    const said = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${oneLine(step)}`));
    return said.join('').replace(/^\./, '') || 'the file';
  }

  /** Names every member that nobody asked for, of the places that were looked into. */
  nameTheUnread(): void {
    for (const [key, names] of this.asked) {
      const path = JSON.parse(key) as Path;
      const part = this.partAt(path);
      for (const name of part?.names ?? []) {
        if (names.has(name)) continue;
        const line = this.lineOf([...path, name]);
        const text = `${this.said([...path, name])} is not carried over`;
        this.notes.push({ kind: 'lost', line, text });
      }
    }
  }

  private partAt(path: Path): Part | undefined {
    let value: unknown = this.root.value;
    for (const step of path) {
      if (typeof value !== 'object' || value === null) return undefined;
      value = (value as Readonly<Record<string | number, unknown>>)[step];
    }
    return new Part(this, path, value);
  }
}

const LONGEST_NAME = 64;
/** Names are told as they are, as far as they are words in one line. */
const oneLine = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, LONGEST_NAME);

/** Every document of a file, YAML or JSON. Throws an UnreadableFile, with the line, for what is neither. */
export function sourcesIn(text: string): readonly Source[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, merge: true });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    const [error] = document.errors;
    if (error) {
      const line = error.linePos?.[0].line;
      throw new UnreadableFile(
        `it is no YAML${line === undefined ? '' : `: look at line ${line}`}`,
      );
    }
    return new Source(document, lines);
  });
}

function valueOf(document: Document): unknown {
  try {
    const value: unknown = document.toJS();
    JSON.stringify(value);
    return value;
  } catch (error) {
    // Aliases that are not there, name what holds them, or are so many that they would fill the memory.
    throw new UnreadableFile('its aliases (*name) cannot be resolved', { cause: error });
  }
}
