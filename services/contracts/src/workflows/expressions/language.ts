import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { ExpressionError } from './expression-error.ts';
import { isFoundIn } from './matching.ts';
import { calledBy, nodesOf } from './syntax-tree.ts';
import type { Work } from './work.ts';

/** Macros: they run their last argument for each item. */
const MACROS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** What expressions may call. Time zones, durations and bytes are left out: some of them take long, or read texts in more than linear time. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...MACROS,
  ...['has', 'size', 'string', 'int', 'double', 'bool', 'dyn', 'matches'],
  ...['startsWith', 'endsWith', 'contains', 'indexOf', 'lastIndexOf', 'substring'],
  ...['lowerAscii', 'upperAscii', 'trim', 'split', 'join'],
]);

/** What operators and functions look at as a whole. Of a value that is only passed on, nothing is looked at. */
const READS_ALL: ReadonlySet<string> = new Set(
  ['==', '!=', 'in', '+', '<', '<=', '>', '>='].concat('call', 'rcall'),
);

const RE2_NAME = 'matchesRe2';

/** Names that are known everywhere, and those that are known in steps of a `foreach` too. */
const EVERYWHERE = ['input', 'steps', 'execution'] as const;
const IN_ROUNDS = ['item', 'index'] as const;

const LIMITS = {
  maxAstNodes: 500,
  maxDepth: 40,
  maxListElements: 100,
  maxMapEntries: 100,
  maxCallArguments: 4,
};

/** Charged by what is being worked out now: expressions are worked out one after the other. */
let current: Work | undefined;

/** Works something out at the expense of `work`. */
export function atExpenseOf<T>(work: Work, run: () => T): T {
  const before = current;
  current = work;
  try {
    return run();
  } finally {
    current = before;
  }
}

function charging(): Work {
  if (current === undefined) throw new Error('an expression is worked out without a bound');
  return current;
}

function makeEnvironment(names: readonly string[]): Environment {
  const environment = new Environment({ homogeneousAggregateLiterals: false, limits: LIMITS });
  environment.registerFunction(
    `string.${RE2_NAME}(string): bool`,
    (text: string, pattern: string) => isFoundIn(text, pattern, charging()),
    { async: false },
  );
  for (const name of names) environment.registerVariable(name, 'dyn');
  return environment;
}

const everywhere = makeEnvironment(EVERYWHERE);
const inRounds = makeEnvironment([...EVERYWHERE, ...IN_ROUNDS]);

/** The language of expressions: outside of a `foreach`, and in its steps. */
export const languageOf = (place: { readonly isInForeach: boolean }): Environment =>
  place.isInForeach ? inRounds : everywhere;

const TAKEN: ReadonlySet<string> = new Set([...EVERYWHERE, ...IN_ROUNDS]);

/** Refuses what is not in the language, puts RE2 in the place of the built-in patterns, and has every node charge for its work. */
export function bind(root: ASTNode): void {
  for (const { node, parent } of [...nodesOf(root)]) {
    refuseForeign(node);
    if (node.op === 'rcall' && node.args[0] === 'matches') node.args[0] = RE2_NAME;
    meter(node, isReadWhole(node, parent));
  }
}

function refuseForeign(node: ASTNode): void {
  const name = calledBy(node);
  if (name === undefined) return;
  if (!FUNCTIONS.has(name)) {
    throw new ExpressionError(
      `calls ${name}, which is no function here: there are ${[...FUNCTIONS].join(', ')}`,
    );
  }
  if (node.op !== 'rcall' || !MACROS.has(name)) return;
  const [variable] = node.args[2];
  if (variable?.op === 'id' && TAKEN.has(variable.args)) {
    throw new ExpressionError(
      `uses ${variable.args} as the variable of ${name}, which means something else: call it x`,
    );
  }
}

const isMacro = (node: ASTNode): boolean => node.op === 'rcall' && MACROS.has(node.args[0]);

const isReadWhole = (node: ASTNode, parent: ASTNode | undefined): boolean =>
  (READS_ALL.has(node.op) && !isMacro(node)) ||
  (parent !== undefined && READS_ALL.has(parent.op) && !isMacro(parent));

/** Errors take long to make, and `||` and `exists` go on behind them. */
const ERROR_UNITS = 30;

type Evaluate = (this: unknown, ...given: unknown[]) => unknown;

/** The library puts another function in the place of `evaluate` when it is first called, so that this one has to stand before both. */
function meter(node: ASTNode, readsWhole: boolean): void {
  let inner = (node as unknown as { evaluate: Evaluate }).evaluate;
  const metered: Evaluate = (...given) => {
    const work = charging();
    work.charge(1);
    try {
      const value = inner.apply(node, given);
      if (readsWhole) work.chargeSize(value);
      return value;
    } catch (error) {
      work.charge(ERROR_UNITS);
      throw error;
    }
  };
  Object.defineProperty(node, 'evaluate', {
    get: () => metered,
    set: (next: Evaluate) => {
      inner = next;
    },
  });
}
