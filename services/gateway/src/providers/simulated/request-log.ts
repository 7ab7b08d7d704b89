const LIMIT = 200_000;

/** Which requests reached a provider: the newest of them, in order. */
export class RequestLog {
  private readonly limit: number;
  private readonly ids: (string | null)[] = [];
  private count = 0;

  /** Remembers `limit` of them. */
  constructor(limit = LIMIT) {
    this.limit = limit;
  }

  /** Notes a request by its `x-request-id`; answers how many came before it. */
  add(id: string | string[] | undefined): number {
    this.ids[this.count % this.limit] = (Array.isArray(id) ? id[0] : id) ?? null;
    this.count += 1;
    return this.count - 1;
  }

  toJson(): { count: number; request_ids: (string | null)[] } {
    const oldest = this.count > this.limit ? this.count % this.limit : 0;
    const ids = [...this.ids.slice(oldest), ...this.ids.slice(0, oldest)];
    return { count: this.count, request_ids: ids };
  }
}
