/** Words in a tree: each state is a beginning of words. */
interface Trie {
  readonly children: readonly ReadonlyMap<number, number>[];
  /** Units of each state's beginning. */
  readonly depths: readonly number[];
  /** Which word ends with a state; -1 where none does. */
  readonly words: readonly number[];
}

function trieOf(words: readonly string[]): Trie {
  const children = [new Map<number, number>()];
  const depths = [0];
  const ends = [-1];
  words.forEach((word, index) => {
    let state = 0;
    for (let at = 0; at < word.length; at += 1) {
      const unit = word.charCodeAt(at);
      const known = children[state]?.get(unit);
      const next = known ?? children.length;
      if (known === undefined) {
        children[state]?.set(unit, next);
        children.push(new Map());
        depths.push(at + 1);
        ends.push(-1);
      }
      state = next;
    }
    ends[state] = index;
  });
  return { children, depths, words: ends };
}

const ASCII = 128;

/** Words that are looked for at once (Aho and Corasick), over UTF-16 units. The first state is 0. It is built in time that grows with the words' length. */
export class Automaton {
  private readonly trie: Trie;
  /** The state of the longest end of a state's beginning that is a beginning itself. */
  private readonly fails: Int32Array;
  /** The longest word with which a state's beginning ends, by its state; 0 where there is none. */
  private readonly endings: Int32Array;
  /** The states after the first one, where a text is nearly always. */
  private readonly firsts = new Int32Array(ASCII);

  /** The words differ, and none is empty. */
  constructor(words: readonly string[]) {
    this.trie = trieOf(words);
    const { children } = this.trie;
    this.fails = new Int32Array(children.length);
    this.endings = new Int32Array(children.length);
    for (const [unit, child] of children[0] ?? []) if (unit < ASCII) this.firsts[unit] = child;
    // From shorter beginnings to longer ones.
    const queue = [...(children[0]?.values() ?? [])];
    for (const state of queue) queue.push(...this.link(state));
  }

  /** The state after one more unit. */
  next(from: number, unit: number): number {
    if (from === 0 && unit < ASCII) return this.firsts[unit] ?? 0;
    let state = from;
    for (;;) {
      const next = this.trie.children[state]?.get(unit);
      if (next !== undefined) return next;
      if (state === 0) return 0;
      state = this.fails[state] ?? 0;
    }
  }

  /** Units of the longest beginning of a word with which the text so far ends. */
  depth(state: number): number {
    return this.trie.depths[state] ?? 0;
  }

  /** The longest word with which the text so far ends, by its state; 0 where there is none. */
  ending(state: number): number {
    return this.endings[state] ?? 0;
  }

  /** The next shorter word that ends at the same place, by its state; 0 where there is none. */
  shorter(ending: number): number {
    return this.endings[this.fails[ending] ?? 0] ?? 0;
  }

  /** Which of the words ends with the state of an ending. */
  word(ending: number): number {
    return this.trie.words[ending] ?? -1;
  }

  private link(state: number): number[] {
    const fail = this.fails[state] ?? 0;
    this.endings[state] = this.word(state) >= 0 ? state : (this.endings[fail] ?? 0);
    const linked: number[] = [];
    for (const [unit, child] of this.trie.children[state] ?? []) {
      this.fails[child] = this.next(fail, unit);
      linked.push(child);
    }
    return linked;
  }
}
