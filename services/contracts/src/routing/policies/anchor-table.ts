import type { AttributeSource } from '../request/request-attributes.ts';
import type { Anchor } from './anchors.ts';

interface Values<T> {
  readonly exact: Map<string, T[]>;
  readonly prefixes: Map<string, T[]>;
  /** Lengths of the prefixes, each once. */
  readonly lengths: Set<number>;
}

/** Up to so many attributes, each is asked for; beyond, only those that the request has. */
const FEW_ATTRIBUTES = 24;

/** Entries by the attribute values that lead to them. */
export class AnchorTable<T> {
  private readonly attributes = new Map<string, Values<T>>();
  /** Entries that several attributes, or prefixes, may lead to at once. */
  private readonly manifold = new Set<T>();

  /** Any of the anchors will lead to the entry. */
  add(anchors: readonly Anchor[], entry: T): void {
    if (anchors.length > 1) this.manifold.add(entry);
    for (const { attribute, kind, value } of anchors) {
      const values = this.of(attribute);
      append(kind === 'exact' ? values.exact : values.prefixes, value, entry);
      if (kind === 'prefix') values.lengths.add(value.length);
    }
  }

  /** The entries that a request's attributes lead to, each once. */
  find(attributes: AttributeSource): Iterable<T> {
    const found: T[] = [];
    const names =
      this.attributes.size <= FEW_ATTRIBUTES ? this.attributes.keys() : attributes.names();
    for (const name of names) {
      const values = this.attributes.get(name);
      const value = attributes.get(name);
      if (values && value !== undefined) collect(values, String(value), found);
    }
    const isOnce = this.manifold.size === 0 || !found.some((entry) => this.manifold.has(entry));
    return isOnce ? found : new Set(found);
  }

  private of(attribute: string): Values<T> {
    let values = this.attributes.get(attribute);
    if (!values) {
      values = { exact: new Map(), prefixes: new Map(), lengths: new Set() };
      this.attributes.set(attribute, values);
    }
    return values;
  }
}

function collect<T>(values: Values<T>, value: string, found: T[]): void {
  const exact = values.exact.get(value);
  if (exact) found.push(...exact);
  for (const length of values.lengths) {
    const begun = length <= value.length && values.prefixes.get(value.slice(0, length));
    if (begun) found.push(...begun);
  }
}

function append<T>(table: Map<string, T[]>, value: string, entry: T): void {
  const entries = table.get(value);
  if (entries) entries.push(entry);
  else table.set(value, [entry]);
}
