/** How many are remembered. */
const LIMIT = 200_000;

/** Which requests reached a provider, the newest of them, in order. */
export class RequestLog {
  private readonly ids: (string | null)[] = [];
  private count = 0;

  /** Notes a request by its `x-request-id`; answers how many came before it. */
  add(id: string | string[] | undefined): number {
    this.ids[this.count % LIMIT] = (Array.isArray(id) ? id[0] : id) ?? null;
    this.count += 1;
    return this.count - 1;
  }

  toJson(): Buffer {
    const oldest = this.count % LIMIT;
    const ids =
      this.count <= LIMIT ? this.ids : [...this.ids.slice(oldest), ...this.ids.slice(0, oldest)];
    return Buffer.from(JSON.stringify({ count: this.count, request_ids: ids }));
  }
}
