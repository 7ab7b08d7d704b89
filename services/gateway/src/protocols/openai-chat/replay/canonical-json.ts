const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const COLON = 0x3a;

/** What two readers may not read alike: a number that no double holds, a member that is there twice. */
export class Ambiguous extends Error {}

/**
 * One text for all JSON texts that mean the same as this one: members in the order of their names, and no space. `leftOut`: members of the
 * outermost object that do not count. `value` is what it was read as. Throws Ambiguous where readers may differ about what the text means.
 */
export function canonicalJson(
  text: string,
  leftOut: ReadonlySet<string>,
): { readonly canonical: string; readonly value: unknown } {
  const value = JSON.parse(text) as unknown;
  const written = new Writing();
  const canonical = written.of(value, leftOut);
  if (written.members !== membersIn(text)) throw new Ambiguous('a member is there twice');
  return { canonical, value };
}

/** One text for a value, as `canonicalJson` writes it. */
export const canonicalOf = (value: unknown, leftOut: ReadonlySet<string>): string =>
  new Writing().of(value, leftOut);

class Writing {
  members = 0;

  of(value: unknown, leftOut?: ReadonlySet<string>): string {
    if (typeof value === 'number' && !isExact(value)) throw new Ambiguous('a number is not exact');
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map((item) => this.of(item)).join()}]`;
    const written: string[] = [];
    const object = value as Readonly<Record<string, unknown>>;
    const names = Object.keys(object);
    this.members += names.length;
    for (const name of names.sort()) {
      const member = this.of(object[name]);
      if (leftOut?.has(name) !== true) written.push(`${JSON.stringify(name)}:${member}`);
    }
    return `{${written.join()}}`;
  }
}

/** Whether other numbers that are written otherwise may be taken for this one. */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

/** Members of all objects, each counted as often as it is there: colons that stand in no string. */
function membersIn(text: string): number {
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === COLON) members += 1;
    else if (unit === QUOTE) at = endOfString(text, at);
  }
  return members;
}

/** Where the quote stands that ends the string which begins at `at`. */
function endOfString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
