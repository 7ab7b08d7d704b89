/**
 * Values by text that were asked for or set of late: at least the last `count` of them, and at most twice as many. A look-up costs no more than one
 * of a Map.
 */
export class RecentMap<Value extends object> {
  private readonly count: number;
  private young = new Map<string, Value>();
  private old = new Map<string, Value>();

  constructor({ count }: { readonly count: number }) {
    this.count = count;
  }

  get(key: string): Value | undefined {
    const young = this.young.get(key);
    if (young) return young;
    const old = this.old.get(key);
    if (old) this.set(key, old);
    return old;
  }

  set(key: string, value: Value): void {
    this.young.set(key, value);
    if (this.young.size < this.count) return;
    this.old = this.young;
    this.young = new Map();
  }
}
