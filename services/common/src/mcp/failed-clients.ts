/** A connection to a server. */
interface Closable {
  close(): Promise<void>;
}

/** Closes connections that failed. Calls share them: one is closed with the last of its calls, since the others may still be answered. */
export class FailedClients {
  /** Calls under way, by connection. */
  private readonly underWay = new Map<Closable, number>();
  private readonly failed = new Set<Closable>();

  /** A call begins. */
  begin(client: Closable): void {
    this.underWay.set(client, (this.underWay.get(client) ?? 0) + 1);
  }

  /** A call has shown, before it ended, that the connection is no good. */
  fail(client: Closable): void {
    this.failed.add(client);
  }

  /** A call is over. */
  end(client: Closable): void {
    const others = (this.underWay.get(client) ?? 1) - 1;
    if (others > 0) {
      this.underWay.set(client, others);
      return;
    }
    this.underWay.delete(client);
    // It has failed already: how it ends is nobody's concern.
    if (this.failed.delete(client)) client.close().catch(() => undefined);
  }
}
