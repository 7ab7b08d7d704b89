const LONGEST = 63;

/** A text as a name of an object: `GPT-4o (EU)` → `gpt-4o-eu`. What has no letter or digit is `otherwise`. */
export function objectNameOf(text: string, otherwise: string): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? otherwise : name;
}

/** Gives each who asks a name of its own. One that gets a number is cut, so that it stays as long as names may be. */
export class Names {
  private readonly taken = new Set<string>();
  private readonly longest: number;

  constructor(longest = LONGEST) {
    this.longest = longest;
  }

  /** The first of the candidates that is free, or else the last of them with a number. */
  take(...candidates: readonly string[]): string {
    const free = candidates.find((one) => !this.taken.has(one));
    const name = free ?? this.numbered(candidates.at(-1) ?? 'object');
    this.taken.add(name);
    return name;
  }

  private numbered(name: string): string {
    for (let number = 2; ; number += 1) {
      const end = `-${number}`;
      const candidate = `${name.slice(0, this.longest - end.length).replace(/[-.]+$/, '')}${end}`;
      if (!this.taken.has(candidate)) return candidate;
    }
  }
}
