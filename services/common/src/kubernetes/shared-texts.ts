/** So many texts are remembered at most, of so many characters: names and hashes come once, and must not pile up. */
const MOST = { texts: 500, characters: 200 };

/**
 * Keeps one copy of a text that many objects hold, such as a reason or a message of their conditions: each object that is read from JSON brings
 * copies of its own, which are a third of what a cache of thousands of objects takes.
 */
export class SharedTexts {
  private readonly known = new Map<string, string>();

  /** Replaces the texts in a value of plain JSON by equal ones that were met before. Gives the same value. */
  share<T extends object>(value: T): T {
    const members = value as Record<string, unknown>;
    for (const key in members) {
      const member = members[key];
      if (typeof member === 'string') this.replace(members, key, member);
      else if (typeof member === 'object' && member !== null) this.share(member);
    }
    return value;
  }

  private replace(members: Record<string, unknown>, key: string, text: string): void {
    if (text.length > MOST.characters) return;
    const known = this.known.get(text);
    if (known === undefined) this.remember(text);
    else members[key] = known;
  }

  private remember(text: string): void {
    if (this.known.size >= MOST.texts) this.known.clear();
    this.known.set(text, text);
  }
}
