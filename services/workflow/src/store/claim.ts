/** Another replica, or a later run in this process, has the execution now: whoever had it records nothing any more, and asks nobody. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';

  constructor(executionId: string) {
    super(`execution ${executionId} goes on elsewhere`);
  }
}

/** How a run takes an execution: with a token that the runtime gave to this run alone, and takes away when it gives the run to another replica. */
export interface Claim {
  /** The run, as the runtime calls it. */
  readonly workflowId: string;
  readonly token: string;
}
