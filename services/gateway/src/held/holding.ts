import type { HeldKind, OpenedHeld } from './held-ids.ts';

/** Something that lives at a provider, as a request names it. */
export interface HeldReference {
  readonly kind: HeldKind;
  /** Ours. */
  readonly id: string;
  /** The member that names it. */
  readonly param: string;
}

/** What a request has to do with what lives at providers. */
export interface Holding {
  /** What its provider is to keep its answer as; undefined: it is not kept. */
  readonly keepsAs: HeldKind | undefined;
  /** Whether its provider goes on with it after it has answered; absent: no. */
  readonly goesOn?: boolean;
  /** What it names. Whoever serves it has to have that. */
  readonly refers: readonly HeldReference[];
}

/** What an answer that lives at a provider is called here. */
export interface IdNaming {
  /** Our id of the answer, by the provider's. */
  answer(upstreamId: string): string;
  /** Our id of the answer that it goes on from. */
  previous(upstreamId: string): string;
  /** Our id of a file that it names; absent: its files are named elsewhere. */
  readonly file?: (upstreamId: string) => string;
}

/** Where that lives which a request names. Nobody else can serve the request: no other provider, and no other account there. */
export interface Bound extends Pick<OpenedHeld, 'provider' | 'identityDigest' | 'credential'> {
  /** What the provider calls it, by our ids. */
  readonly upstreamIds: ReadonlyMap<string, string>;
}
