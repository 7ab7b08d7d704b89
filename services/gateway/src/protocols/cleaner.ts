/** Takes credentials out of bytes. */
export interface Cleaner {
  clean(bytes: Buffer): Buffer;
}
