/** A tool that the model may call. */
export interface TwinTool {
  readonly name: string;
  /** A JSON Schema; undefined: it takes nothing. */
  readonly schema: unknown;
}

/** What a request asks, however its vendor writes it. */
export interface TwinQuestion {
  /** The text of the last turn, which is the user's. */
  readonly text: string;
  /** Characters of all that the model reads. */
  readonly promptCharacters: number;
  /** Of those, the ones that the request asks the vendor to keep in its cache. */
  readonly cacheCharacters?: number | undefined;
  readonly tools?: readonly TwinTool[] | undefined;
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly name: string } | undefined;
  /** Absent: it may. */
  readonly mayCallInParallel?: boolean | undefined;
  /** What tools answered, as the last turn says. */
  readonly results?: readonly string[] | undefined;
  /** The JSON Schema that the answer has to fit; absent: none. */
  readonly schema?: unknown;
  /** Pictures and files of the last turn. */
  readonly media?: number | undefined;
  /** Absent: as long as it likes. */
  readonly maxTokens?: number | undefined;
  readonly stop?: readonly string[] | undefined;
  readonly wantsReasoning?: boolean | undefined;
}
