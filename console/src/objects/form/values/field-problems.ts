import type { FieldProblem } from '../../../api/problem.ts';
import type { FieldSchema } from '../../schema/form-schemas.ts';
import { fieldKind } from '../../schema/field-kind.ts';
import { visibleText } from '../../../ui/text/visible-text.ts';

/** What is wrong with the fields of a form: each beside the field that it is of. */
export interface PlacedProblems {
  /** By the path of the control that shows it: `credentials.0.name`. */
  readonly byPath: Readonly<Record<string, string>>;
  /** What is wrong where the form has no field. */
  readonly rest: readonly FieldProblem[];
}

/** The names on the way to a field: `credentials[0].name` and `credentials.0.name` are the same. */
const stepsOf = (path: string): string[] => path.split(/[.[\]/]+/).filter((step) => step !== '');

interface Place {
  readonly path: string;
  /** The way on from there, which the control shows in words. */
  readonly inside: string;
}

/** The control of a form that a problem belongs to; undefined: there is none. */
function placeOf(schema: FieldSchema, steps: readonly string[]): Place | undefined {
  let fields: FieldSchema | undefined = schema;
  let taken = 0;
  while (fields && taken < steps.length) {
    const name: string = steps[taken] ?? '';
    const field: FieldSchema | undefined = own(fields, name);
    if (!field) break;
    taken += 1;
    fields = insideOf(name, field);
    if (fieldKind(name, field) === 'rows' && taken < steps.length) taken += 1;
  }
  if (taken === 0) return undefined;
  return { path: steps.slice(0, taken).join('.'), inside: steps.slice(taken).join('.') };
}

const own = ({ properties = {} }: FieldSchema, name: string): FieldSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/** The fields in a field that are asked for one by one; undefined: it is asked for as a whole. */
function insideOf(name: string, field: FieldSchema): FieldSchema | undefined {
  const kind = fieldKind(name, field);
  if (kind === 'group') return field;
  return kind === 'rows' ? field.items : undefined;
}

/** Puts each problem beside its field. */
export function placeProblems(
  schema: FieldSchema,
  problems: readonly FieldProblem[],
): PlacedProblems {
  const byPath: Record<string, string> = {};
  const rest: FieldProblem[] = [];
  for (const problem of problems) {
    const place = placeOf(schema, stepsOf(problem.path));
    if (place) {
      const { path, inside } = place;
      const message = visibleText(
        inside === '' ? problem.message : `${inside}: ${problem.message}`,
      );
      byPath[path] = byPath[path] === undefined ? message : `${byPath[path]} ${message}`;
    } else {
      rest.push(problem);
    }
  }
  return { byPath, rest };
}

/** The field of the form that a path begins with. */
export const fieldOf = (path: string): string => stepsOf(path)[0] ?? '';
