/** A program cannot be asked now; the message says why, to whoever asks. */
export class NotRunning extends Error {
  override readonly name = 'NotRunning';
}
