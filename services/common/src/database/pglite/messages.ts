/** What the thread that opens sessions says to the one that holds the database. */
export type ToWorker =
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** A new session begins. */
  | { readonly type: 'reset' }
  | { readonly type: 'close' };

export type ToMain =
  | { readonly type: 'opened' }
  | { readonly type: 'reset' }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array };
