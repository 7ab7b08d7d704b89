/** How a stream is written for a client that does not read events. Of one answer: it remembers what has gone on. */
export interface StreamForm {
  readonly contentType: string;
  /** Events, whole or in pieces, as the client reads them. */
  events(events: Buffer): Buffer;
  /** What stands behind the last of them. */
  end(): Buffer;
  /** A body that stands for the whole stream: an error before it began, or an answer that came as a document. */
  whole(body: Buffer): Buffer;
}
