import type { KindDefinition } from '@aicp/crds/kit/kind';
import { idField, otherNames } from './identity.ts';
import type { StoredObject } from './stored-object.ts';

/** The objects of one kind by name, id and slug, and in order. */
export class KindCache {
  private readonly kind: KindDefinition;
  private readonly byName = new Map<string, StoredObject>();
  /** Names of the objects that a word means besides metadata.name. */
  private readonly aliases = new Map<string, Set<string>>();
  private ordered: readonly StoredObject[] | undefined;

  constructor(kind: KindDefinition) {
    this.kind = kind;
  }

  change(object: StoredObject | undefined, previous: StoredObject | undefined): void {
    this.ordered = undefined;
    if (previous) this.forget(previous);
    if (object) this.remember(object);
  }

  /** By name. The same array until an object changes. */
  list(): readonly StoredObject[] {
    this.ordered ??= [...this.byName.values()].sort((a, b) =>
      a.metadata.name < b.metadata.name ? -1 : 1,
    );
    return this.ordered;
  }

  named(name: string): StoredObject | undefined {
    return this.byName.get(name);
  }

  find(word: string, wanted: (object: StoredObject) => boolean): StoredObject | undefined {
    const others = this.aliases.get(word);
    const named = this.byName.get(word);
    if (!others) return named && wanted(named) ? named : undefined;
    const names = idField(this.kind) === undefined ? [word, ...others] : [...others, word];
    return names
      .map((name) => this.byName.get(name))
      .find((object) => object !== undefined && wanted(object));
  }

  private remember(object: StoredObject): void {
    const { name } = object.metadata;
    this.byName.set(name, object);
    for (const word of otherNames(this.kind, object)) {
      const names = this.aliases.get(word) ?? new Set();
      names.add(name);
      this.aliases.set(word, names);
    }
  }

  private forget(object: StoredObject): void {
    const { name } = object.metadata;
    this.byName.delete(name);
    for (const word of otherNames(this.kind, object)) {
      const names = this.aliases.get(word);
      names?.delete(name);
      if (names?.size === 0) this.aliases.delete(word);
    }
  }
}
