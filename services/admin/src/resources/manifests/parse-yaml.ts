import { invalid } from '@aicp/api-kit/route/field-errors';
import { Problem } from '@aicp/common/errors/problem';
import { Lexer, LineCounter, type Document } from 'yaml';
import { composeDocument, NoDocument } from './compose-document.ts';

/** A document, and the lines of it. */
export interface ParsedYaml {
  readonly document: Document;
  readonly lines: LineCounter;
  readonly value: unknown;
}

/** Reading a token takes some microseconds: that many take about a tenth of a second. A value has about five. */
const MOST_TOKENS = 60_000;
/** As of JSON. */
const DEPTH = 64;
/** People write few, and each may multiply what it stands for. */
const MOST_ALIASES = 20;
/** What aliases stand for counts each time, as if it were written out as JSON. */
const MOST_VALUES = 10_000;
const MOST_CHARACTERS = 1_048_576;

/**
 * One YAML document. Throws a Problem: 400 for what is no YAML or is made of too much, 422 for text that can't be stored. Numbers and texts
 * are those of YAML 1.2, so that `no` is a text.
 */
export function parseYaml(text: string): ParsedYaml {
  requireFew(text);
  const lines = new LineCounter();
  const document = documentOf(text, lines);
  const value = valueOf(document);
  requireMeasured(value, { values: 0, characters: 0 }, 0);
  requireStorable(text, value);
  return { document, lines, value };
}

function requireFew(text: string): void {
  let tokens = 0;
  for (const _ of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > MOST_TOKENS) throw tooMuch();
  }
}

function documentOf(text: string, lines: LineCounter): Document {
  try {
    return composeDocument(text, lines);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(error);
    if (!(error instanceof NoDocument)) throw error;
    if (error.tooDeep) throw tooDeep(error);
    const { line } = lines.linePos(error.offset);
    throw new Problem(400, `The body is not readable as YAML: line ${line}: ${error.message}.`, {
      errors: [{ path: '', message: error.message, line }],
    });
  }
}

function valueOf(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown;
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(error);
    if (!(error instanceof ReferenceError)) throw error;
    const detail = `The body has aliases that stand for more than ${MOST_ALIASES} values, or for nothing: write out what they stand for.`;
    throw new Problem(400, detail, { cause: error });
  }
}

const tooMuch = (): Problem => new Problem(400, 'The body has more values than may be sent.');

const tooDeep = (cause?: unknown): Problem =>
  new Problem(400, `The body nests lists and objects deeper than ${DEPTH} levels.`, { cause });

interface Measure {
  values: number;
  characters: number;
}

/** Throws a Problem (400) where a value is too deep, or of too much. */
function requireMeasured(value: unknown, sum: Measure, depth: number): void {
  sum.values += 1;
  if (typeof value === 'string') sum.characters += value.length;
  if (sum.values > MOST_VALUES || sum.characters > MOST_CHARACTERS) throw tooMuch();
  if (typeof value !== 'object' || value === null) return;
  if (depth >= DEPTH) throw tooDeep();
  for (const [name, inner] of Object.entries(value)) {
    sum.characters += name.length;
    requireMeasured(inner, sum, depth + 1);
  }
}

/** Throws a Problem (422) for text with NUL, or with half a character. */
function requireStorable(text: string, value: unknown): void {
  if (!text.includes('\0') && !/\\(0|x00|u0000|U00000000|u[dD][89a-fA-F])/.test(text)) return;
  JSON.stringify(value, (path, inner: unknown) => {
    const isBad = (one: string): boolean => one.includes('\0') || !one.isWellFormed();
    if (isBad(path) || (typeof inner === 'string' && isBad(inner))) {
      throw invalid([{ path, message: 'must not contain NUL or half a surrogate pair' }]);
    }
    return inner;
  });
}
