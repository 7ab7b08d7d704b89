interface OpenCall {
  readonly id: string;
  isOpen: boolean;
}

/** Calls of one tool that have no result yet, in their order. Each is looked at once, however many there are. */
export class OpenCalls {
  private readonly queue: OpenCall[] = [];
  private readonly byId = new Map<string, OpenCall[]>();
  private at = 0;

  called(id: string): void {
    const call = { id, isOpen: true };
    this.queue.push(call);
    const same = this.byId.get(id);
    if (same) same.push(call);
    else this.byId.set(id, [call]);
  }

  /** There is a result: no call of this id waits for one any more. */
  answered(id: string): void {
    for (const call of this.byId.get(id) ?? []) call.isOpen = false;
    this.byId.delete(id);
  }

  /** The id of the first that waits; undefined: none does. */
  get first(): string | undefined {
    while (this.queue[this.at]?.isOpen === false) this.at += 1;
    return this.queue[this.at]?.id;
  }
}
