/** What a replica has seen of a model in the last minute, as strategies use it. Whole numbers, so that sums are the same in any order. */
export interface SeenFigures {
  /** Attempts under way at this moment. */
  readonly inFlight: number;
  readonly attempts: number;
  /** Attempts that were answered, and the milliseconds of all of them together. */
  readonly answers: number;
  readonly answeredMs: number;
  readonly tokens: number;
}

/** What is told of one model among those of an installation. */
export interface Seen {
  /** Text that changes with the model's object, its upstream and where that is. */
  readonly key: string;
  readonly figures: SeenFigures;
}

/** What one replica has seen, by key. */
export type Report = ReadonlyMap<string, SeenFigures>;

/** So many models a replica tells of at most, those with the most attempts. */
export const MOST_TOLD = 200;

/** A report as text: a list of lists, some 55 bytes for each model that was used. */
export function writeReport(all: Iterable<Seen>): string {
  const used = [...all].filter(({ figures }) => Object.values(figures).some((one) => one > 0));
  used.sort((a, b) => b.figures.attempts - a.figures.attempts);
  const rows = used.slice(0, MOST_TOLD).map(({ key, figures }) => {
    const { inFlight, attempts, answers, answeredMs, tokens } = figures;
    return [key, ...[inFlight, attempts, answers, answeredMs, tokens].map(Math.round)];
  });
  return JSON.stringify(rows);
}

/**
 * Reads what a report says of the keys that `isKnown`; undefined where it is none that this version understands. Without a schema: it is done once a
 * second for each of the other replicas, on the thread that serves requests.
 */
export function readReport(text: string, isKnown: (key: string) => boolean): Report | undefined {
  const rows = parsed(text);
  if (!Array.isArray(rows)) return undefined;
  const report = new Map<string, SeenFigures>();
  for (const row of rows as unknown[]) {
    if (!isRow(row)) return undefined;
    const [key, inFlight, attempts, answers, answeredMs, tokens] = row;
    if (isKnown(key)) report.set(key, { inFlight, attempts, answers, answeredMs, tokens });
  }
  return report;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Row = readonly [string, number, number, number, number, number];

function isRow(row: unknown): row is Row {
  if (!Array.isArray(row) || row.length !== 6 || typeof row[0] !== 'string') return false;
  return row.every((one, index) => index === 0 || (Number.isSafeInteger(one) && one >= 0));
}

/**
 * What the other replicas have seen, together. Of what is under way it is their sum divided by the number of all replicas, this one among them: figures
 * of others are a second old, and replicas that believe the whole of them go to the same member at once, and back again in the next second.
 */
export function together(reports: readonly Report[]): Report {
  const sums = new Map<string, { -readonly [K in keyof SeenFigures]: number }>();
  for (const report of reports) {
    for (const [key, figures] of report) {
      const sum = sums.get(key) ?? {
        inFlight: 0,
        attempts: 0,
        answers: 0,
        answeredMs: 0,
        tokens: 0,
      };
      sum.inFlight += figures.inFlight;
      sum.attempts += figures.attempts;
      sum.answers += figures.answers;
      sum.answeredMs += figures.answeredMs;
      sum.tokens += figures.tokens;
      sums.set(key, sum);
    }
  }
  for (const sum of sums.values()) sum.inFlight /= reports.length + 1;
  return sums;
}
