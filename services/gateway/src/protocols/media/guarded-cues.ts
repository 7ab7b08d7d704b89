import type { OutputGuard } from '../../guardrails/output/output-guard.ts';
import type { Slices } from '../../guardrails/output/slices.ts';
import { wholeText } from '../chat-texts/open-texts.ts';

const ARROW = '-->';
/** `00:00:02,000`, and hours of any length. */
const TIME = /^[0-9:.,]{5,16}$/;
/** Marks of WebVTT within a text. */
const MARKS = /<[^<>]{0,128}>/g;
/** What may stand between two cues in the mind of whoever reads them. */
const BETWEEN = [' ', ''] as const;

/** One subtitle: when it is shown, and what. */
interface Cue {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/**
 * Subtitles as they may go on. All of them is looked at as it stands, and then the texts of the cues as one: where something stands across two cues, one cue goes on in the
 * place of all, with what is left of their text. Undefined where guardrails stopped it.
 */
export function* guardCues(text: string, guard: OutputGuard): Slices<string | undefined> {
  const out = yield* wholeText(guard, 'whole', text);
  if (guard.stoppedBy) return undefined;
  const came = cuesIn(text);
  const [first, last] = [came[0], came.at(-1)];
  if (!first || !last || first === last) return out;
  const across = yield* acrossCues(came, cuesIn(out), guard);
  if (across?.length === 0) return out;
  return across && oneCue(text, { from: first.from, to: last.to, text: saidBy(across) });
}

/** What is found in one reading and in the other, neither shows whole. */
const saidBy = (across: readonly string[]): string => (across.length === 1 ? across.join('') : '');

const oneCue = (text: string, { from, to, text: said }: Cue): string =>
  `${text.trimStart().startsWith('WEBVTT') ? 'WEBVTT\n' : '1'}\n${from} ${ARROW} ${to}\n${said}\n\n`;

/** What is left of the texts of cues as one, for each reading in which something stands across them. Undefined where guardrails stopped it. */
function* acrossCues(
  came: readonly Cue[],
  gone: readonly Cue[],
  guard: OutputGuard,
): Slices<string[] | undefined> {
  const across: string[] = [];
  for (const between of BETWEEN) {
    const left = yield* wholeText(guard, 'whole', joined(came, between));
    if (guard.stoppedBy) return undefined;
    if (left !== joined(gone, between)) across.push(left);
  }
  return across;
}

const joined = (cues: readonly Cue[], between: string): string =>
  cues.map(({ text }) => text).join(between);

/** Each line is read once, however many cues there are. A cue ends with a blank line, or where the next begins. */
function cuesIn(text: string): Cue[] {
  const cues: (Omit<Cue, 'text'> & { lines: string[] })[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const timed = timesIn(line);
    if (timed) cues.push({ ...timed, lines: [] });
    else if (isOpen && line !== '') cues.at(-1)?.lines.push(line);
    isOpen = timed !== undefined || (isOpen && line !== '');
  }
  return cues.map(({ lines, ...times }) => ({
    ...times,
    text: lines.join(' ').replaceAll(MARKS, ''),
  }));
}

function timesIn(line: string): Omit<Cue, 'text'> | undefined {
  const [from = '', rest = ''] = line.split(ARROW, 2).map((time) => time.trim());
  const [to = ''] = rest.split(' ', 1);
  return TIME.test(from) && TIME.test(to) ? { from, to } : undefined;
}
