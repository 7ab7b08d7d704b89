import type { FileNeeds } from '../../files/kept/file-needs.ts';
import type { Protocol } from '../../protocols/protocol.ts';

/** What requests about batches need. */
export interface BatchNeeds extends FileNeeds {
  /** What requests may be in a batch, by their endpoints. */
  readonly protocols: ReadonlyMap<string, Protocol>;
}
