import type { TextScanner } from '../finding/detectors.ts';
import type { Finding } from '../finding/finding.ts';
import { type RedactedSpan, type Redactor, redactedSpans } from '../redact.ts';
import type { RedactedTextOptions } from '../redact-stream.ts';
import { Restoring } from '../restoring.ts';
import { isOfNumber, JsonUnits, type JsonUnit } from './json-units.ts';

/**
 * A JSON text that comes in pieces, such as the arguments of a call of a tool, with what is found in it acted upon. Detectors look at what
 * it says, with the escapes of its strings undone; what goes on is as it was written, and JSON where it was: within strings placeholders
 * take the place of what was found, and a number becomes a string. What was found across strings is replaced in each of them.
 */
export class RedactedJson {
  private readonly scanner: TextScanner;
  private readonly redactor: Redactor;
  private readonly restoring: Restoring;
  private readonly reader = new JsonUnits();
  /** What came and did not go on, from `base` units on: in the list from `gone` on, so that what goes on one by one moves nothing. */
  private held: JsonUnit[] = [];
  private gone = 0;
  private base = 0;
  /** Behind the last unit that is of no number: the one that may go on with the next piece begins here. */
  private lastNumberAt = 0;
  private findings: Finding[] = [];
  private reported: Finding[] = [];
  private isOver = false;
  /** The finding that ended it. */
  blockedBy: Finding | undefined;

  constructor({ detectors, redactor, restore = new Map() }: RedactedTextOptions) {
    this.scanner = detectors.open();
    this.redactor = redactor;
    this.restoring = new Restoring(
      new Map([...restore].map(([placeholder, value]) => [placeholder, insideOfString(value)])),
    );
  }

  /** Takes more of the text; gives what may go on. */
  push(piece: string): string {
    if (this.blockedBy) return '';
    return this.takeUnits(this.reader.read(piece));
  }

  /** There is no more of it: gives the rest. */
  end(): string {
    if (this.blockedBy) return '';
    const units = this.reader.finish();
    this.hold(units);
    if (units.length > 0) this.scanner.push(textOf(units));
    this.scanner.end();
    this.isOver = true;
    return this.goOn();
  }

  /** Takes out what was found since the last time, whatever its action. Behind a finding that blocks, nothing is reported. */
  take(): readonly Finding[] {
    const { reported } = this;
    this.reported = [];
    return reported;
  }

  private takeUnits(units: readonly JsonUnit[]): string {
    if (units.length === 0) return '';
    this.hold(units);
    this.scanner.push(textOf(units));
    return this.goOn();
  }

  private hold(units: readonly JsonUnit[]): void {
    for (const unit of units) this.held.push(unit);
    const last = units.findLastIndex((unit) => !isOfNumber(unit));
    if (last !== -1) this.lastNumberAt = this.came - units.length + last + 1;
  }

  /** Where what came ends. */
  private get came(): number {
    return this.base + this.held.length - this.gone;
  }

  private goOn(): string {
    for (const finding of this.scanner.take()) {
      if (this.blockedBy) break;
      this.reported.push(finding);
      if (finding.action === 'block') this.blockedBy = finding;
      else if (finding.action === 'redact') this.findings.push(finding);
    }
    const text = this.emitted(Math.min(this.blockedBy?.start ?? this.scanner.decided, this.came));
    return this.isOver || this.blockedBy ? text + this.restoring.flush() : text;
  }

  /** What goes on of the text before `until`: whole spans and whole numbers alone. */
  private emitted(until: number): string {
    let text = '';
    let end = until;
    for (const found of redactedSpans(this.findings, this.redactor.keeps)) {
      const span = this.wholeNumbers(found);
      text += this.plain(this.cut(Math.min(span.start, until)));
      if (span.end > until || this.isCutNumber(span.end)) {
        end = Math.min(span.start, until);
        break;
      }
      text += this.restoring.flush() + this.replaced(this.cut(span.end), span);
    }
    text += this.plain(this.cut(this.beforeNumber(end)));
    this.findings = this.findings.filter((finding) => finding.end > this.base);
    this.letGo();
    return text;
  }

  private letGo(): void {
    if (this.gone === 0) return;
    this.held = this.held.slice(this.gone);
    this.gone = 0;
  }

  /** Where the number begins that stands across a place; the place itself where none does. */
  private beforeNumber(place: number): number {
    let at = place;
    if (!this.isCutNumber(place) && !isOfNumber(this.unitAt(place))) return place;
    if (at >= this.lastNumberAt) return Math.max(this.base, this.lastNumberAt);
    while (at > this.base && isOfNumber(this.unitAt(at - 1))) at -= 1;
    return at;
  }

  /** Whether a number stands before a place, of which more may come. */
  private isCutNumber(place: number): boolean {
    const isLast = place === this.came && !this.isOver;
    return isLast && isOfNumber(this.unitAt(place - 1));
  }

  /** A span with the rest of the numbers at its ends. */
  private wholeNumbers(span: RedactedSpan): RedactedSpan {
    let { start, end } = span;
    start = Math.max(start, this.base);
    while (start > this.base && this.isSameNumber(start)) {
      start = start > this.lastNumberAt ? Math.max(this.base, this.lastNumberAt) : start - 1;
    }
    while (this.isSameNumber(end)) end = end > this.lastNumberAt ? this.came : end + 1;
    return { ...span, start, end };
  }

  /** Whether a number goes on from the unit before a place to that at the place. */
  private isSameNumber(place: number): boolean {
    return isOfNumber(this.unitAt(place - 1)) && isOfNumber(this.unitAt(place));
  }

  private unitAt(place: number): JsonUnit | undefined {
    return this.held[place - this.base + this.gone];
  }

  private cut(until: number): readonly JsonUnit[] {
    const { gone } = this;
    const units = this.held.slice(gone, gone + Math.max(0, until - this.base));
    this.gone += units.length;
    this.base += units.length;
    return units;
  }

  /** What was found, with a placeholder for each part of a string, and for each number; what holds the text together stays. */
  private replaced(units: readonly JsonUnit[], span: RedactedSpan): string {
    let text = '';
    for (const run of runsOf(units)) {
      const [first] = run;
      if (first?.isInString) text += this.redactor.placeholder(span, textOf(run));
      else if (isOfNumber(first)) text += `"${this.redactor.placeholder(span, textOf(run))}"`;
      else text += rawOf(run);
    }
    return text;
  }

  /** The text itself, with the values of placeholders put back. */
  private plain(units: readonly JsonUnit[]): string {
    const { restoring } = this;
    return restoring.push(rawOf(units, restoring.isNeeded ? ANGLES : undefined));
  }
}

/** Units that are written as they are meant where placeholders are looked for. */
const ANGLES: ReadonlySet<string> = new Set(['<', '>']);

const textOf = (units: readonly JsonUnit[]): string => units.map(({ text }) => text).join('');

const rawOf = (units: readonly JsonUnit[], plain?: ReadonlySet<string>): string =>
  units.map(({ text, raw }) => (plain?.has(text) === true ? text : raw)).join('');

const insideOfString = (value: string): string => JSON.stringify(value).slice(1, -1);

function sortOf(unit: JsonUnit): string {
  if (unit.isInString) return 'string';
  return isOfNumber(unit) ? 'number' : 'structure';
}

/** Units that stand side by side and are of one sort. */
function runsOf(units: readonly JsonUnit[]): JsonUnit[][] {
  const runs: JsonUnit[][] = [];
  let sort = '';
  for (const unit of units) {
    const of = sortOf(unit);
    if (of === sort) runs.at(-1)?.push(unit);
    else runs.push([unit]);
    sort = of;
  }
  return runs;
}
