import type { Attribute, Comparison, Expression, Test } from './ast.ts';
import { resolveAttribute } from './attributes.ts';

/** Why a condition cannot be read, and where. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
  /** Zero-based offset into the text. */
  readonly position: number;

  constructor(message: string, position: number) {
    super(`${message} (at character ${position + 1})`);
    this.position = position;
  }
}

const COMPARISONS: readonly Comparison[] = ['==', '!=', '<=', '>=', '<', '>'];
const NAME = /[A-Za-z0-9_-]+/y;
const BARE_VALUE = /-?[A-Za-z0-9_][A-Za-z0-9._:/@-]*/y;
const QUOTED = /'([^']*)'|"([^"]*)"/y;
const SPACE = /[ \t\r\n]+/y;
const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

interface Value {
  readonly text: string;
  readonly quoted: boolean;
  readonly at: number;
}

/**
 * Parses a condition of the grammar in the routing policy's page: comparisons, `in`, `.startsWith()`, `has()`, `!`, `&&`, `||`
 * and parentheses over bare or quoted words. Throws a ConditionError that says what was expected and where.
 */
export function parseCondition(text: string): Expression {
  const parser = new Parser(text);
  const expression = parser.or();
  parser.end();
  return expression;
}

class Parser {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.space();
  }

  or(): Expression {
    return this.chain('or', '||', () => this.and());
  }

  end(): void {
    if (this.at < this.text.length) {
      this.fail(
        `expected '&&', '||' or the end, found '${this.text.slice(this.at, this.at + 12)}'`,
      );
    }
  }

  private and(): Expression {
    return this.chain('and', '&&', () => this.unary());
  }

  private chain(op: 'and' | 'or', symbol: string, next: () => Expression): Expression {
    const first = next();
    const terms = [first];
    while (this.take(symbol)) terms.push(next());
    return terms.length === 1 ? first : { op, terms };
  }

  private unary(): Expression {
    let negations = 0;
    while (this.take('!')) negations += 1;
    const term = this.primary();
    return negations % 2 === 0 ? term : { op: 'not', term };
  }

  private primary(): Expression {
    if (this.take('(')) {
      const inner = this.or();
      if (!this.take(')')) this.fail("expected ')'");
      return inner;
    }
    return this.test();
  }

  private test(): Test {
    const start = this.at;
    const name = this.match(NAME);
    if (name === undefined) this.fail('expected an attribute, such as team or metadata.department');
    if (name === 'has' && this.take('(')) return this.has();
    const { key, method } = this.keyOrMethod();
    const attribute = this.resolve(name, key, start);
    if (method) return this.startsWith(attribute);
    this.space();
    const comparison = COMPARISONS.find((symbol) => this.take(symbol));
    if (comparison) return this.compare(attribute, comparison);
    if (this.match(NAME) === 'in') return this.membership(attribute);
    return this.fail(
      `expected a comparison such as == or <, in, or .startsWith() after ${attribute.name}`,
    );
  }

  /** After a name: `.key`, `["key"]`, `.startsWith(`, or a key and then `.startsWith(`. */
  private keyOrMethod(): { key: string | undefined; method: boolean } {
    if (this.takeRaw('.startsWith(')) return { key: undefined, method: true };
    const key = this.key();
    return { key, method: this.takeRaw('.startsWith(') };
  }

  private key(): string | undefined {
    if (this.takeRaw('.')) {
      return (
        this.match(NAME) ?? this.fail("expected a key of letters, digits, '_' and '-' after '.'")
      );
    }
    if (!this.takeRaw('[')) return undefined;
    const quoted = this.quoted();
    if (quoted === undefined || !/^[A-Za-z0-9_-]+$/.test(quoted)) {
      return this.fail("expected a quoted key after '['");
    }
    if (!this.take(']')) this.fail("expected ']'");
    return quoted;
  }

  private has(): Test {
    const start = this.at;
    const name = this.match(NAME);
    if (name === undefined) this.fail('expected an attribute in has()');
    const attribute = this.resolve(name, this.key(), start);
    this.space();
    if (!this.take(')')) this.fail("expected ')' after the attribute in has()");
    return { op: 'has', attribute };
  }

  private startsWith(attribute: Attribute): Test {
    if (attribute.type !== 'string')
      this.fail(`${attribute.name} is no text: startsWith() cannot be asked`);
    this.space();
    const value = this.value();
    if (!this.take(')')) this.fail("expected ')'");
    return { op: 'startsWith', attribute, value: value.text };
  }

  private compare(attribute: Attribute, comparison: Comparison): Test {
    const value = this.value();
    if (attribute.type === 'boolean' && comparison !== '==' && comparison !== '!=') {
      this.fail(`${attribute.name} is true or false: only == and != can be asked`, value.at);
    }
    return { op: 'compare', attribute, comparison, value: this.typed(attribute, value) };
  }

  private membership(attribute: Attribute): Test {
    this.space();
    if (!this.take('[')) this.fail("expected '[' after in");
    const values = [this.typed(attribute, this.value())];
    while (this.take(',')) values.push(this.typed(attribute, this.value()));
    if (!this.take(']')) this.fail("expected ',' or ']'");
    return { op: 'in', attribute, values };
  }

  /** The value's text, in one spelling for numbers; refuses a value of the wrong type. */
  private typed(attribute: Attribute, value: Value): string {
    if (attribute.type === 'boolean' && (value.quoted || !/^(true|false)$/.test(value.text))) {
      this.fail(`${attribute.name} is true or false, not '${value.text}'`, value.at);
    }
    if (attribute.type !== 'number') return value.text;
    if (value.quoted || !NUMBER.test(value.text)) {
      this.fail(`${attribute.name} is a number, not '${value.text}'`, value.at);
    }
    return String(Number(value.text));
  }

  private value(): Value {
    const at = this.at;
    const quoted = this.quoted();
    if (quoted !== undefined) return { text: quoted, quoted: true, at };
    const bare = this.match(BARE_VALUE);
    if (bare === undefined) this.fail('expected a value: a word, a number or quoted text');
    this.space();
    return { text: bare, quoted: false, at };
  }

  private quoted(): string | undefined {
    QUOTED.lastIndex = this.at;
    const found = QUOTED.exec(this.text);
    if (!found) return undefined;
    this.at = QUOTED.lastIndex;
    this.space();
    return found[1] ?? found[2] ?? '';
  }

  private resolve(name: string, key: string | undefined, at: number): Attribute {
    const attribute = resolveAttribute(name, key);
    return 'error' in attribute ? this.fail(attribute.error, at) : attribute;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return undefined;
    this.at = pattern.lastIndex;
    return found[0];
  }

  private takeRaw(symbol: string): boolean {
    if (!this.text.startsWith(symbol, this.at)) return false;
    this.at += symbol.length;
    return true;
  }

  private take(symbol: string): boolean {
    if (!this.takeRaw(symbol)) return false;
    this.space();
    return true;
  }

  private space(): void {
    this.match(SPACE);
  }

  private fail(message: string, at = this.at): never {
    throw new ConditionError(message, at);
  }
}
