import { ExpressionError } from '../expressions/expression-error.ts';
import { parseExpression, STEP_FIELDS, type Expression } from '../expressions/expression.ts';
import { hasExpression, partsOf } from '../expressions/template.ts';
import { fieldsOf, type Fault, type Fields, type Path, type SpecStep } from './spec-steps.ts';
import { sightOf, type Sight } from './visible-steps.ts';

/** An expression of a template, and where it stands. */
interface Written {
  readonly path: Path;
  readonly text: string;
  /** The step whose it is; absent: the output's. */
  readonly step?: string;
}

/** Expressions that cannot be read, and those that name a step that cannot have run. */
export function expressionFaults(spec: Fields, steps: readonly SpecStep[]): readonly Fault[] {
  const sight = sightOf(steps);
  const ids = new Set(steps.map(({ id }) => id));
  const check = (written: Written) => faultsOf(written, { sight, ids });
  return [...steps.flatMap(ofStep), ...inValue(spec['output'], { path: ['output'] })].flatMap(
    (found) => ('message' in found ? [found] : check(found)),
  );
}

type Found = Written | Fault;

function ofStep(step: SpecStep): readonly Found[] {
  const { id, path, type, with: given } = step;
  const where = { path: [...path, 'with'], step: id };
  const condition =
    step.if === undefined ? [] : [{ path: [...path, 'if'], text: step.if, step: id }];
  return [
    ...condition,
    ...(type === 'switch' ? whensOf(given, where) : []),
    ...inValue(given, where, type === 'switch' ? 'when' : undefined),
  ];
}

function whensOf({ cases }: Fields, { path, step }: Omit<Written, 'text'>): readonly Written[] {
  if (!Array.isArray(cases)) return [];
  return cases.flatMap((one, index) => {
    const { when } = fieldsOf(one);
    if (typeof when !== 'string') return [];
    const at = [...path, 'cases', index, 'when'];
    return step === undefined ? [{ path: at, text: when }] : [{ path: at, text: when, step }];
  });
}

/** The expressions in a value, however deep; `bare` names a field that is one as a whole. */
function inValue(value: unknown, at: Omit<Written, 'text'>, bare?: string): readonly Found[] {
  if (typeof value === 'string') return hasExpression(value) ? inText(value, at) : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    if (key === bare) return [];
    const name = Array.isArray(value) ? Number(key) : key;
    return inValue(one, { ...at, path: [...at.path, name] }, bare);
  });
}

function inText(text: string, at: Omit<Written, 'text'>): readonly Found[] {
  try {
    return partsOf(text).flatMap((part) =>
      typeof part === 'string' ? [] : [{ ...at, text: part.expression }],
    );
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [{ path: at.path, message: error.message }];
  }
}

interface Known {
  readonly sight: Sight;
  readonly ids: ReadonlySet<string>;
}

function faultsOf({ path, text, step }: Written, { sight, ids }: Known): readonly Fault[] {
  const read = readOrFault(text, step !== undefined && sight.isInForeach(step));
  if (typeof read === 'string') return [{ path, message: `"${text}" ${read}` }];
  const visible = sight.visibleTo(step);
  const unseen = read.steps.flatMap((id) => {
    if (visible.has(id)) return [];
    return [{ path, message: ids.has(id) ? notYet(id, sight) : `there is no step "${id}"` }];
  });
  return unseen.length > 0 ? unseen : fieldFaults(read, path);
}

/** A step has a few fields, and what it puts out stands below one of them. */
const fieldFaults = ({ unknownFields }: Expression, path: Path): readonly Fault[] =>
  unknownFields.map(({ step, field }) => ({
    path,
    message: `steps["${step}"] has no "${field}", only ${STEP_FIELDS.join(', ')}: did you mean steps["${step}"].output.${field}?`,
  }));

/** An expression, or what is wrong with it. */
function readOrFault(text: string, isInForeach: boolean): Expression | string {
  try {
    return parseExpression(text, { isInForeach });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return hasExpression(text)
      ? 'is an expression as a whole: leave out ${{ and }}'
      : error.message;
  }
}

function notYet(id: string, sight: Sight): string {
  const owner = sight.ownerOf(id);
  return owner === undefined
    ? `step "${id}" cannot have run before this: name it in needs`
    : `step "${id}" is known only beside it: read steps["${owner}"].output, of the step that runs it`;
}
