/** What one program, and all of them, may take. */
export interface ProgramBounds {
  /** Programs of this host. */
  readonly servers: number;
  /** Memory that all processes of one program hold together. */
  readonly memoryBytes: number;
  /** Processes of one program. */
  readonly processes: number;
  /** Milliseconds in which a program has to be ready. */
  readonly readyMs: number;
}
