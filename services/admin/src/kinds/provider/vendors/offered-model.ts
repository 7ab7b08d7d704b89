import type { MODEL_MODES } from '@aicp/crds/model';

export type ModelMode = (typeof MODEL_MODES)[number];

/** A model of a vendor's list. What the vendor does not say is absent. */
export interface OfferedModel {
  /** What the vendor calls it in requests. */
  readonly id: string;
  /** For people. */
  readonly displayName?: string | undefined;
  /** Tokens of one request and its answer. */
  readonly contextWindow?: number | undefined;
  /** Tokens of the longest answer. */
  readonly maxOutputTokens?: number | undefined;
  /** Where `id` is a name of one's own (a deployment): the vendor's model behind it. */
  readonly baseModel?: string | undefined;
  readonly mode?: ModelMode | undefined;
}

/** Reads a vendor's list; undefined where the document is none. Entries that name no model are left out. */
export type ReadModels = (document: unknown) => readonly OfferedModel[] | undefined;
