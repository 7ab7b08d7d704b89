import { ExpressionError } from './expression-error.ts';
import { parseExpression, type Expression, type Scope } from './expression.ts';
import { Work } from './work.ts';

/** What a text of a template is made of: text that stands for itself, and expressions in `${{ }}`. */
export type Part = string | { readonly expression: string };

const OPENING = '${{';
const CLOSING = '}}';

/** Takes a text apart. Throws an ExpressionError where a `${{` is not closed. */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let at = text.indexOf(OPENING); at >= 0; at = text.indexOf(OPENING, from)) {
    if (at > from) parts.push(text.slice(from, at));
    const end = endOf(text, at + OPENING.length);
    parts.push({ expression: text.slice(at + OPENING.length, end).trim() });
    from = end + CLOSING.length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** Where the `}}` of an expression stands: not in a quoted text of it, and not at the end of a map of it. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"' || character === "'") at = endOfQuote(text, at);
    else if (character === '{') depth += 1;
    else if (character === '}' && depth > 0) depth -= 1;
    else if (text.startsWith(CLOSING, at)) return at;
  }
  throw new ExpressionError('has a ${{ that is not closed: write }} behind the expression');
}

function endOfQuote(text: string, from: number): number {
  const quote = text.slice(from, from + 1);
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

/** Whether a text holds an expression. */
export const hasExpression = (value: unknown): boolean =>
  typeof value === 'string' && value.includes(OPENING);

interface Given {
  readonly scope: Scope;
  readonly work?: Work;
}

/**
 * A value of a template, however deep, with its expressions worked out. A text that is one expression becomes what that comes to; in a
 * longer text, null stands as nothing, and lists and maps as JSON. Throws an ExpressionError.
 */
export function evaluateTemplate(value: unknown, { scope, work = new Work() }: Given): unknown {
  if (typeof value === 'string') return evaluateText(value, { scope, work });
  if (typeof value !== 'object' || value === null) return value;
  const given = { scope, work };
  if (Array.isArray(value)) return value.map((one: unknown) => evaluateTemplate(one, given));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, evaluateTemplate(one, given)]),
  );
}

/** Bare CEL of `if` and `when`. Throws an ExpressionError, also where it comes to neither true nor false. */
export function evaluateCondition(text: string, { scope, work }: Given): boolean {
  const value = read(text, scope).evaluate(scope, work);
  if (typeof value === 'boolean') return value;
  throw new ExpressionError('comes to neither true nor false: compare it with something');
}

const read = (text: string, scope: Scope): Expression =>
  parseExpression(text, { isInForeach: scope.index !== undefined });

function evaluateText(text: string, { scope, work }: Required<Given>): unknown {
  if (!hasExpression(text)) return text;
  const parts = partsOf(text).map((part) =>
    typeof part === 'string'
      ? { value: part, isText: true }
      : { value: read(part.expression, scope).evaluate(scope, work), isText: false },
  );
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && !only.isText) return only.value;
  const written = parts.map(({ value }) => asText(value)).join('');
  work.chargeSize(written);
  return written;
}

function asText(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
