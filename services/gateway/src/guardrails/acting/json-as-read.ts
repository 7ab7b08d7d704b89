import { parseJson } from '@aicp/common/json/parse-json';
import type { Detectors } from '@aicp/detection/detectors';
import type { Finding } from '@aicp/detection/finding';
import { JsonUnits, type JsonUnit } from '@aicp/detection/json/json-units';
import { RedactedJson } from '@aicp/detection/json/redacted-json';
import { SLICE_UNITS } from '@aicp/detection/kernel/slice-units';
import type { Redactor } from '@aicp/detection/redact';

/** What a JSON text says to whoever parses it: the escapes of its strings undone, all else as it is written. */
export function asRead(json: string): string {
  if (!json.includes('\\')) return json;
  const reader = new JsonUnits();
  let text = '';
  for (const piece of piecesOf(json)) text += said(reader.read(piece));
  return text + said(reader.finish());
}

/** A JSON text with what was found in `asRead` of it replaced: within its strings, and in the place of whole numbers. It stays JSON. */
export function redactAsRead(
  json: string,
  findings: readonly Finding[],
  redactor: Redactor,
): string {
  const text = new RedactedJson({ detectors: foundBefore(findings), redactor });
  let out = '';
  for (const piece of piecesOf(json)) out += text.push(piece);
  return out + text.end();
}

/**
 * The JSON text that says what somebody wrote who saw `asRead` of another. That may be any JSON where the strings of the other hold nothing
 * that has to be escaped. Else the strings alone may differ, and it has to be plain where each of them ends. Undefined where it says nothing.
 */
export function writtenAsRead(json: string, text: string): string | undefined {
  const reader = new JsonUnits();
  const units = [...reader.read(json), ...reader.finish()];
  if (!units.some(isEscapedAlways) && parseJson(text) !== undefined) return text;
  const { between, strings } = partsOf(units);
  const left = fromLeft(text, between);
  if (left === undefined || left.join() !== fromRight(text, between)?.join()) return undefined;
  return strings.reduce((out, { raw, says }, index) => {
    const start = (left[index] ?? 0) + (between[index]?.length ?? 0);
    const now = text.slice(start, left[index + 1]);
    return out + (now === says ? raw : insideOfString(now)) + (between[index + 1] ?? '');
  }, between[0] ?? '');
}

/** Each unit is an object for as long as its piece is read. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE_UNITS) yield text.slice(at, at + SLICE_UNITS);
}

const said = (units: readonly JsonUnit[]): string => units.map(({ text }) => text).join('');

const insideOfString = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Whether it can stand in a string by an escape alone. */
const isEscapedAlways = ({ text, isInString }: JsonUnit): boolean =>
  isInString && (text === '"' || text === '\\' || text < ' ');

interface JsonString {
  readonly raw: string;
  readonly says: string;
}

/** The strings that hold something, and what stands before, between and behind them, their quotes among it. */
function partsOf(units: readonly JsonUnit[]): { between: string[]; strings: JsonString[] } {
  const between: string[] = [];
  const strings: JsonString[] = [];
  let around = '';
  let string = NO_STRING;
  for (const { text, raw, isInString } of units) {
    if (isInString) string = { raw: string.raw + raw, says: string.says + text };
    else {
      if (string !== NO_STRING) {
        between.push(around);
        strings.push(string);
        around = '';
        string = NO_STRING;
      }
      around += text;
    }
  }
  if (string === NO_STRING) return { between: [...between, around], strings };
  return { between: [...between, around, ''], strings: [...strings, string] };
}

const NO_STRING: JsonString = { raw: '', says: '' };

/** Where each part stands in a text that begins with the first and ends with the last, each as far to the left as can be. */
function fromLeft(text: string, parts: readonly string[]): number[] | undefined {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first ? [0] : undefined;
  if (!text.startsWith(first)) return undefined;
  const places = [0];
  let at = first.length;
  for (const part of others) {
    const place = text.indexOf(part, at);
    if (place === -1) return undefined;
    places.push(place);
    at = place + part.length;
  }
  const lastAt = text.length - last.length;
  return at <= lastAt && text.endsWith(last) ? [...places, lastAt] : undefined;
}

/** The same, each as far to the right as can be. */
function fromRight(text: string, parts: readonly string[]): number[] | undefined {
  const lastAt = text.length - (parts.at(-1)?.length ?? 0);
  const places = [lastAt];
  for (const part of parts.slice(1, -1).reverse()) {
    const before = (places[0] ?? 0) - part.length;
    const place = before < 0 ? -1 : text.lastIndexOf(part, before);
    if (place === -1) return undefined;
    places.unshift(place);
  }
  return parts.length === 1 ? places : [0, ...places];
}

/** Detectors of one text of which all findings are known before it comes. */
const foundBefore = (findings: readonly Finding[]): Detectors => ({
  isEmpty: findings.length === 0,
  scan: () => findings,
  open: () => {
    let left = findings;
    const scanner = {
      decided: 0,
      push: (piece: string): void => {
        scanner.decided += piece.length;
      },
      end: (): void => {
        scanner.decided = Infinity;
      },
      take: (): readonly Finding[] => {
        const taken = left;
        left = [];
        return taken;
      },
    };
    return scanner;
  },
});
