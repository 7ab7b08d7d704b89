import {
  type ASTNode,
  EvaluationError,
  ParseError,
  type ParseResult,
  TypeError as CelTypeError,
} from '@marcbachmann/cel-js';
import { ExpressionError } from './expression-error.ts';
import { atExpenseOf, bind, languageOf } from './language.ts';
import { nodesOf } from './syntax-tree.ts';
import { fromExpressionValue, toExpressionValue } from './values.ts';
import { sizeOf, TOO_MUCH, Work } from './work.ts';

export const MAX_EXPRESSION = 2048;
/** Characters that one expression may come to. */
const MAX_RESULT = 1_048_576;

/** What expressions know: JSON values, which are not changed afterwards. */
export interface Scope {
  readonly input: unknown;
  /** By id, of the steps that have ended. */
  readonly steps: Readonly<Record<string, StepResult>>;
  readonly execution: { readonly id: string; readonly template: string };
  /** In steps of a `foreach`: the item of this round and its number from 0. */
  readonly item?: unknown;
  readonly index?: number;
}

/** A step that has ended, to expressions: `steps.<id>.output`. */
export interface StepResult {
  readonly status: 'completed' | 'skipped' | 'failed';
  /** Null where it was skipped, and where it failed and no other step stood in. */
  readonly output: unknown;
  /** Why it failed. */
  readonly error?: string;
}

/** What expressions may read of a step. */
export const STEP_FIELDS: readonly string[] = ['status', 'output', 'error'];

/** `steps.<step>.<field>`. */
export interface StepField {
  readonly step: string;
  readonly field: string;
}

/** An expression that was read. */
export interface Expression {
  readonly text: string;
  /** Ids of the steps that it names, each once. */
  readonly steps: readonly string[];
  /** What it reads of steps that is none of STEP_FIELDS. */
  readonly unknownFields: readonly StepField[];
  /** Throws an ExpressionError. */
  evaluate(scope: Scope, work?: Work): unknown;
}

interface Place {
  /** Whether `item` and `index` are known. */
  readonly isInForeach: boolean;
}

/** Reads bare CEL. Throws an ExpressionError that says what is wrong. */
export function parseExpression(text: string, place: Place): Expression {
  if (text.length > MAX_EXPRESSION) {
    throw new ExpressionError(
      `is longer than ${String(MAX_EXPRESSION)} characters: split it with a transform step`,
    );
  }
  const parsed = saying(() => readIn(text, place));
  return {
    text,
    steps: [...new Set(stepsIn(parsed.ast))],
    unknownFields: [...fieldsIn(parsed.ast)].filter(({ field }) => !STEP_FIELDS.includes(field)),
    evaluate: (scope, work = new Work()) => saying(() => evaluate(parsed, { scope, work })),
  };
}

function readIn(text: string, place: Place): ParseResult {
  const parsed = languageOf(place).parse(text);
  bind(parsed.ast);
  const { error } = parsed.check();
  if (error !== undefined) throw error;
  return parsed;
}

function evaluate(parsed: ParseResult, { scope, work }: { scope: Scope; work: Work }): unknown {
  const names = Object.entries(scope).map(
    ([name, value]) => [name, toExpressionValue(value)] as const,
  );
  const value = bounded(work, (): unknown => parsed(Object.fromEntries(names)));
  if (sizeOf(value) > MAX_RESULT) {
    throw new ExpressionError('comes to more than a million characters: take a part of it');
  }
  return fromExpressionValue(value);
}

/** Where the bound is passed, that is what is wrong, whatever else went wrong on the way. */
function bounded(work: Work, run: () => unknown): unknown {
  try {
    const value = atExpenseOf(work, run);
    if (!work.isOver) return value;
  } catch (error) {
    if (!work.isOver) throw error;
  }
  throw TOO_MUCH;
}

function* stepsIn(root: ASTNode): Generator<string> {
  for (const { node } of nodesOf(root)) {
    const step = stepAt(node);
    if (step !== undefined) yield step;
  }
}

function* fieldsIn(root: ASTNode): Generator<StepField> {
  for (const { node } of nodesOf(root)) {
    const read = fieldAt(node);
    const step = read && stepAt(read.of);
    if (read && step !== undefined) yield { step, field: read.field };
  }
}

/** The step that a node stands for. */
function stepAt(node: ASTNode): string | undefined {
  const read = fieldAt(node);
  return read?.of.op === 'id' && read.of.args === 'steps' ? read.field : undefined;
}

/** A field, by a name that is written out, and what it is read of. */
function fieldAt(node: ASTNode): { readonly of: ASTNode; readonly field: string } | undefined {
  if (node.op !== '.' && node.op !== '[]') return undefined;
  const [of, key] = node.args;
  const field = typeof key === 'object' && key.op === 'value' ? key.args : key;
  return typeof field === 'string' ? { of, field } : undefined;
}

/** Which names there are, to who wrote another one. */
const hintOn = ({ summary }: EvaluationError | CelTypeError): string =>
  summary.startsWith('Unknown variable')
    ? '. There are input, steps and execution, and in the steps of a foreach item and index'
    : '';

/** Says the library's faults as ours. */
function saying<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof CelTypeError) {
      throw new ExpressionError(`cannot be worked out: ${error.summary}${hintOn(error)}`, {
        cause: error,
      });
    }
    if (error instanceof ParseError) {
      throw new ExpressionError(`is no CEL: ${error.summary}`, { cause: error });
    }
    throw error;
  }
}
