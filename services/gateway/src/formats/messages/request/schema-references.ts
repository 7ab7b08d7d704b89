/** What the definitions of a schema refer to. The empty name is that of the schema itself. */
export class SchemaReferences {
  private readonly targets = new Map<string, Set<string>>([['', new Set()]]);

  /** Notes a definition by its place: `#/$defs/address`. */
  define(place: string): void {
    this.targets.set(place, new Set());
  }

  /** Notes that what is defined at one place refers to another. */
  refer(from: string, to: string): void {
    this.targets.get(from)?.add(to);
  }

  /** Whether every reference leads to a definition, and no definition holds itself. */
  get areSettled(): boolean {
    const waiting = new Map([...this.targets].map(([place, to]) => [place, to.size]));
    const users = this.usersOf();
    if (!users) return false;
    const settled = [...waiting].filter(([, count]) => count === 0).map(([place]) => place);
    // The list grows while it is read: a definition is settled once all that it refers to are.
    for (const place of settled) {
      for (const user of users.get(place) ?? []) {
        const left = (waiting.get(user) ?? 0) - 1;
        waiting.set(user, left);
        if (left === 0) settled.push(user);
      }
    }
    return settled.length === this.targets.size;
  }

  /** Who refers to each place; undefined where nothing is defined at one. */
  private usersOf(): Map<string, string[]> | undefined {
    const users = new Map<string, string[]>();
    for (const [from, to] of this.targets) {
      for (const place of to) {
        if (!this.targets.has(place)) return undefined;
        const known = users.get(place);
        if (known) known.push(from);
        else users.set(place, [from]);
      }
    }
    return users;
  }
}
