/** How long what a regular expression matches may be, in UTF-16 units. */
export interface PatternLength {
  readonly least: number;
  /** Infinity where nothing bounds it. */
  readonly most: number;
  /** Whether it says anything about what stands beside a match: a border of a word, of a line, of the text. */
  readonly looksAside: boolean;
}

interface Span {
  readonly least: number;
  readonly most: number;
}

const NOTHING: Span = { least: 0, most: 0 };
const ASIDE = new Set(['A', 'b', 'B', 'z']);
/** Classes of RE2 that hold characters of ASCII alone. */
const NARROW = new Set(['d', 's', 'w']);
const CONTROL = /^(?:x\{[0-9A-Fa-f]+\}|x[0-9A-Fa-f]{2}|[0-7]{1,3}|p\{[^}]*\}|P\{[^}]*\}|[^])/u;

/** Reads how long a match may be from a pattern that RE2 takes. What it is not sure of it takes for longer, never for shorter. */
export function patternLength(pattern: string): PatternLength {
  const reader = new PatternReader(pattern);
  const { least, most } = reader.alternatives();
  return { least, most, looksAside: reader.looksAside };
}

class PatternReader {
  private readonly pattern: string;
  private at = 0;
  looksAside = false;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  alternatives(): Span {
    let { least, most } = this.sequence();
    while (this.pattern[this.at] === '|') {
      this.at += 1;
      const other = this.sequence();
      least = Math.min(least, other.least);
      most = Math.max(most, other.most);
    }
    return { least, most };
  }

  private sequence(): Span {
    let least = 0;
    let most = 0;
    while (this.at < this.pattern.length && !'|)'.includes(this.pattern[this.at] ?? '')) {
      const one = this.repeated(this.atom());
      least += one.least;
      most += one.most;
    }
    return { least, most };
  }

  private atom(): Span {
    const first = String.fromCodePoint(this.pattern.codePointAt(this.at) ?? 0);
    this.at += first.length;
    switch (first) {
      case '(':
        return this.group();
      case '[':
        return this.characters();
      case '\\':
        return this.escaped();
      case '^':
      case '$':
        this.looksAside = true;
        return NOTHING;
      case '.':
        return { least: 1, most: 2 };
      default:
        return { least: first.length, most: first.length };
    }
  }

  private group(): Span {
    const opening = /^\?(?:P?<[^>]*>|[a-zA-Z-]*[:)])/.exec(this.pattern.slice(this.at))?.[0] ?? '';
    this.at += opening.length;
    // Flags alone, which hold for what follows.
    if (opening.endsWith(')')) return NOTHING;
    const inner = this.alternatives();
    this.at += 1;
    return inner;
  }

  private characters(): Span {
    const begin = this.at;
    if (this.pattern[this.at] === '^') this.at += 1;
    if (this.pattern[this.at] === ']') this.at += 1;
    while (this.at < this.pattern.length && this.pattern[this.at] !== ']') this.character();
    const inside = this.pattern.slice(begin, this.at);
    this.at += 1;
    const isNarrow = /^[\x20-\x7e]+$/.test(inside) && !/^\^|\[:\^|\\[DSWpPx]/.test(inside);
    return { least: 1, most: isNarrow ? 1 : 2 };
  }

  private character(): void {
    const named = /^\[:\^?[a-z]+:\]/.exec(this.pattern.slice(this.at))?.[0];
    if (named) this.at += named.length;
    else if (this.pattern[this.at] === '\\') this.at += 2;
    else this.at += 1;
  }

  private escaped(): Span {
    const what = CONTROL.exec(this.pattern.slice(this.at))?.[0] ?? '';
    this.at += what.length;
    if (what === 'Q') return this.quoted();
    if (what === 'E') return NOTHING;
    if (ASIDE.has(what)) {
      this.looksAside = true;
      return NOTHING;
    }
    const isNarrow = NARROW.has(what) || /^[^DSWpPxC0-7]$/.test(what);
    return { least: 1, most: isNarrow ? 1 : 2 };
  }

  private quoted(): Span {
    const end = this.pattern.indexOf('\\E', this.at);
    const length = (end < 0 ? this.pattern.length : end) - this.at;
    this.at += length + (end < 0 ? 0 : 2);
    return { least: length, most: length };
  }

  private repeated(one: Span): Span {
    let { least, most } = one;
    for (;;) {
      const sign = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.pattern.slice(this.at));
      if (!sign) return { least, most };
      this.at += sign[0].length;
      const [few, many] = times(sign);
      least *= few;
      // Nothing, however often, is nothing.
      most = most === 0 ? 0 : most * many;
    }
  }
}

function times([sign, few, comma, many]: RegExpExecArray): [number, number] {
  if (few !== undefined) {
    if (!comma) return [Number(few), Number(few)];
    return [Number(few), many ? Number(many) : Infinity];
  }
  if (sign.startsWith('?')) return [0, 1];
  return [sign.startsWith('+') ? 1 : 0, Infinity];
}
