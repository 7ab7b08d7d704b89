import type { JsonObject } from '../../conversation/conversation.ts';

/** A request for embeddings, as far as every vendor has a word for it. */
export interface EmbeddingsAsked {
  readonly texts: readonly string[];
  readonly dimensions: number | undefined;
  /** Whether vectors come in base64, as little-endian floats of 32 bits. */
  readonly isBase64: boolean;
  /** Members that are set beside these, by the names that the client's API has for them: one vendor or another may be told. */
  readonly others: JsonObject;
  /** What of them each text says for itself, in the order of the texts, where texts may say different things: null stands in `others` then. Absent: all say the same. */
  readonly each?: readonly JsonObject[] | undefined;
}
