/** Parts of a schema, those behind references counted each time. */
const MAX_PARTS = 2000;
const MAX_CHARACTERS = 65_536;
const MAX_NESTING = 100;
/** Items of which each may be compared with each other one. */
const MAX_COMPARED = 1000;

/**
 * Why a JSON Schema is too much to check inputs by; undefined where it is not. A schema that refers to itself, or to one that refers to
 * others many times, takes a time that no size of the input bounds.
 */
export const schemaSizeFault = (schema: object): string | undefined =>
  new Sizes(schema).fault ??
  (JSON.stringify(schema).length > MAX_CHARACTERS
    ? 'is longer than 64 KiB: shorten it'
    : undefined);

class Sizes {
  fault: string | undefined;
  private readonly root: unknown;
  private readonly sizes = new Map<unknown, number>();
  private readonly open = new Set<unknown>();

  constructor(root: unknown) {
    this.root = root;
    if (this.partsOf(root) > MAX_PARTS) {
      this.fault ??= `has more than ${String(MAX_PARTS)} parts, those behind $ref counted each time: shorten it`;
    }
  }

  private partsOf(value: unknown): number {
    if (typeof value !== 'object' || value === null) return 0;
    const known = this.sizes.get(value);
    if (known !== undefined) return known;
    if (this.open.has(value)) {
      this.fault ??= 'refers to itself by $ref: write out as many levels as inputs have';
      return 0;
    }
    if (this.open.size >= MAX_NESTING) {
      this.fault ??= `is nested more than ${String(MAX_NESTING)} deep: flatten it`;
      return 0;
    }
    this.checkUniqueness(value as Record<string, unknown>);
    this.open.add(value);
    let parts = 1;
    for (const [key, one] of Object.entries(value)) parts += this.partsBehind(key, one);
    this.open.delete(value);
    this.sizes.set(value, parts);
    return parts;
  }

  private checkUniqueness({ uniqueItems, maxItems }: Record<string, unknown>): void {
    if (uniqueItems !== true || (typeof maxItems === 'number' && maxItems <= MAX_COMPARED)) return;
    this.fault ??= `has uniqueItems without a bound: set maxItems to ${String(MAX_COMPARED)} at most beside it`;
  }

  private partsBehind(key: string, value: unknown): number {
    if (typeof value !== 'string') return this.partsOf(value);
    if (key === '$dynamicRef' || key === '$recursiveRef' || key === '$id') {
      this.fault ??= `has ${key}, which is not possible here: use $ref with #/$defs/…`;
      return 0;
    }
    return key === '$ref' ? this.partsOf(this.targetOf(value)) : 0;
  }

  private targetOf(reference: string): unknown {
    const target = reference
      .split('/')
      .slice(1)
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>(
        (at, name) =>
          typeof at === 'object' && at !== null && Object.hasOwn(at, name)
            ? (at as Record<string, unknown>)[name]
            : undefined,
        this.root,
      );
    if (!/^#(?:$|\/)/.test(reference) || target === undefined) {
      this.fault ??= `has a $ref "${reference}" to nothing in it: write one such as #/$defs/name`;
    }
    return target;
  }
}
