import type { Finding, FindingAction } from '../finding/finding.ts';
import type { Search, Searcher, Seen } from '../kernel/search.ts';
import { nextRun, runsOf } from '../kernel/runs.ts';
import { foldedText } from './folded-text.ts';
import { GATE, type Signal, signals } from './signals.ts';

const LABEL = 'PROMPT_INJECTION';
/** From which score on an attempt counts. */
const COUNTS_FROM = 0.7;
/** Units of the text within which signals of different kinds tell more together. */
const TOGETHER_UNITS = 600;
/** Characters that nobody sees and that spell a text: the tags of Unicode. */
const TAGS = /(?:\u{e0000}|[\u{e0020}-\u{e007f}]){6,}/gu;
const HIDDEN_SCORE = 0.9;
const ENCODED = runsOf(/[A-Za-z0-9+/_-]/, 24);
/** Encoded texts that are looked into, and characters of each. */
const MOST_ENCODED = 200;
const ENCODED_UNITS = 8192;

interface Told {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
  readonly name: Signal['name'] | 'hidden' | 'encoded';
}

/**
 * Looks for attempts to override instructions: signals with weights in the folded text, those near each other together. A text is judged
 * when it is over: whoever asks for this in a stream waits for its end.
 */
export const injectionSearcher = (of: {
  readonly detector: string;
  readonly action: FindingAction;
}): Searcher => ({ open: () => new InjectionSearch(of) });

class InjectionSearch implements Search {
  private readonly of: { readonly detector: string; readonly action: FindingAction };
  decided = 0;
  readonly keeps = 0;

  constructor(of: { readonly detector: string; readonly action: FindingAction }) {
    this.of = of;
  }

  advance({ text, isOver }: Seen, found: (finding: Finding) => void): void {
    if (!isOver) return;
    for (const { start, end, weight } of attempts(text)) {
      found({ ...this.of, label: LABEL, start, end, score: weight });
    }
    this.decided = Infinity;
  }
}

/** What counts of all that a text tells. */
function attempts(text: string): Told[] {
  const told = [...hidden(text), ...spoken(text), ...encoded(text)];
  told.sort((one, other) => one.start - other.start);
  return told.flatMap((one, index) => {
    const weight = together(told, index);
    return weight >= COUNTS_FROM ? [{ ...one, weight }] : [];
  });
}

/** The weight of a signal with those of other kinds that stand shortly before it. */
function together(told: readonly Told[], index: number): number {
  const one = told[index];
  if (!one) return 0;
  const best = new Map([[one.name, one.weight]]);
  for (let at = index - 1; at >= 0; at -= 1) {
    const before = told[at];
    if (!before || before.start < one.start - TOGETHER_UNITS) break;
    best.set(before.name, Math.max(best.get(before.name) ?? 0, before.weight));
  }
  let doubt = 1;
  for (const weight of best.values()) doubt *= 1 - weight;
  return Math.round((1 - doubt) * 100) / 100;
}

function spoken(text: string): Told[] {
  const folded = foldedText(text);
  if (!GATE.test(folded.text)) return [];
  return signals.flatMap(({ name, weight, pattern }) =>
    Array.from(folded.text.matchAll(pattern), (match) => ({
      name,
      weight,
      start: folded.startOf(match.index),
      end: folded.endOf(match.index + match[0].length - 1),
    })),
  );
}

function hidden(text: string): Told[] {
  return Array.from(text.matchAll(TAGS), (match) => ({
    name: 'hidden',
    weight: HIDDEN_SCORE,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Attempts in texts that are written in base64. */
function encoded(text: string): Told[] {
  const found: Told[] = [];
  let run = nextRun(text, 0, ENCODED);
  for (let count = 0; run && count < MOST_ENCODED; count += 1) {
    const { start, end } = run;
    run = nextRun(text, end, ENCODED);
    const plain = Buffer.from(
      text.slice(start, Math.min(end, start + ENCODED_UNITS)),
      'base64',
    ).toString('utf8');
    if (/[\u0000-\u0008\ufffd]/.test(plain)) continue;
    const weight = Math.max(0, ...spoken(plain).map((one) => one.weight));
    if (weight === 0) continue;
    found.push({ name: 'encoded', weight, start, end: end + padding(text, end) });
  }
  return found;
}

/** Signs at a place, at most two, that fill up the last group of what is written in base64. */
function padding(text: string, at: number): number {
  if (text[at] !== '=') return 0;
  return text[at + 1] === '=' ? 2 : 1;
}
