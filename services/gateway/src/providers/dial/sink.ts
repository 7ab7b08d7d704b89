/** Whoever hears what is read on a connection. It is set once there is somebody; until then nothing is to come. */
export interface Sink {
  read: (bytes: Buffer) => void;
}
