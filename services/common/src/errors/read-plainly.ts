import type { z } from 'zod';
import { plainWords, type UnknownField } from '@aicp/contracts/words/plain-words';

/** Something that is wrong with a value: where, and what is allowed there. */
export interface PlainFault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A value as its schema reads it, or all that is wrong with it. */
export type PlainReading<T> =
  | { readonly data: T; readonly faults?: undefined }
  | { readonly data?: undefined; readonly faults: readonly PlainFault[] };

/** Reads a value by its schema; what is wrong with it is said in plain words, each unknown field by itself. */
export function readPlainly<S extends z.ZodType>(
  schema: S,
  value: unknown,
  unknownField?: UnknownField,
): PlainReading<z.output<S>> {
  const parsed = schema.safeParse(value, { error: plainWords(unknownField) });
  return parsed.success ? { data: parsed.data } : { faults: faultsOf(parsed.error.issues) };
}

/** The first fault of a reading and how many more there are, on one line: `target_models.0: must not be empty (and 1 more)`. */
export function faultLine(faults: readonly PlainFault[]): string {
  const [first] = faults;
  if (!first) return '';
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  const path = first.path.map(String).join('.');
  return `${path === '' ? '' : `${path}: `}${first.message}${more}`;
}

/** Each fault once. A text that is empty, too, matches no pattern: of one value, its first fault says enough, and the rules that it breaks. */
function faultsOf(issues: readonly z.core.$ZodIssue[]): PlainFault[] {
  const said = new Set<string>();
  return issues.flatMap((issue) =>
    single(issue).filter(({ path, message }) => {
      const place = JSON.stringify(path.map(String));
      const isNew = issue.code === 'custom' ? !said.has(place + message) : !said.has(place);
      said.add(place).add(place + message);
      return isNew;
    }),
  );
}

function single(issue: z.core.$ZodIssue): PlainFault[] {
  const { path, message } = issue;
  if (issue.code !== 'unrecognized_keys') return [{ path, message }];
  const lines = message.split('\n');
  return lines.map((line, index) => ({
    path: [...path, ...issue.keys.slice(index, index + 1)],
    message: line,
  }));
}
