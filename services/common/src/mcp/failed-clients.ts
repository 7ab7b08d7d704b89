/** A connection to a server. */
interface Closable {
  close(): Promise<void>;
}

/** Closes connections that are no good any more. Calls share them: one is closed with the last of its calls, since the others may still be answered. */
export class FailedClients {
  /** Calls under way, by connection. */
  private readonly underWay = new Map<Closable, number>();
  private readonly failed = new Set<Closable>();

  /** A call begins. */
  begin(client: Closable): void {
    this.underWay.set(client, (this.underWay.get(client) ?? 0) + 1);
  }

  /** The connection is no good: it is closed with the last of its calls, and where none begins by the end of this turn, then. */
  fail(client: Closable): void {
    this.failed.add(client);
    if (!this.underWay.has(client)) setImmediate(() => this.closeIdle(client));
  }

  /** A call is over. */
  end(client: Closable): void {
    const others = (this.underWay.get(client) ?? 1) - 1;
    if (others > 0) {
      this.underWay.set(client, others);
      return;
    }
    this.underWay.delete(client);
    this.closeIdle(client);
  }

  private closeIdle(client: Closable): void {
    if (this.underWay.has(client) || !this.failed.delete(client)) return;
    // It has failed already: how it ends is nobody's concern.
    client.close().catch(() => undefined);
  }
}
