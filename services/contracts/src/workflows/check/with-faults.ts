import { plainWords } from '../../words/plain-words.ts';
import { hasExpression } from '../expressions/template.ts';
import { HOLDS_USER } from '../steps/http.ts';
import { STEP_WITH } from '../steps/step-types.ts';
import { fieldsOf, type Fault, type Path, type SpecStep } from './spec-steps.ts';

/** What `with` of a step has that its type does not take. Where an expression stands, only running it can tell. */
export function withFaults({ type, with: given, path }: SpecStep): readonly Fault[] {
  const { error } = STEP_WITH[type].safeParse(given, { error: plainWords() });
  return (error?.issues ?? [])
    .filter((issue) => issue.message === HOLDS_USER || !isExpressed(given, issue.path as Path))
    .flatMap((issue) => {
      const at = [...path, 'with', ...(issue.path as Path)];
      if (issue.code !== 'unrecognized_keys') {
        const isMissing =
          issue.code === 'invalid_type' && valueAt(given, issue.path as Path) === undefined;
        const missing = `is missing: a step of type ${type} needs it`;
        return [{ path: at, message: isMissing ? missing : issue.message }];
      }
      return issue.keys.map((key) => ({
        path: [...at, key],
        message: `is no field of a step of type ${type}: leave it out`,
      }));
    });
}

/** Steps of a step are known before anything is worked out. */
const NAMES_STEPS: ReadonlySet<string | number> = new Set(['steps', 'cases', 'default']);

function isExpressed(given: unknown, path: Path): boolean {
  const [first, ...rest] = path;
  if (first === undefined) return hasExpression(given);
  if (NAMES_STEPS.has(first)) return false;
  return hasExpression(given) || isExpressed(at(given, first), rest);
}

const valueAt = (value: unknown, path: Path): unknown => path.reduce(at, value);

const at = (value: unknown, key: string | number): unknown =>
  Array.isArray(value) ? value[Number(key)] : fieldsOf(value)[key];
