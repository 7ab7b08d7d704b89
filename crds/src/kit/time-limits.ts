import * as f from './fields.ts';

const LONGEST_MS = 3_600_000;

const timeLimit = (description: string) =>
  f.integer({ min: 1, max: LONGEST_MS }).optional().meta({ description });

/** How long an attempt may take, by its parts. `otherwise` says what counts where a limit is absent, the first for the connection. */
export const timeLimits = (otherwise: Readonly<Record<'connect' | 'part' | 'total', string>>) => ({
  connectTimeoutMs: timeLimit(
    `Milliseconds in which a new connection has to be there, TLS included. ${otherwise.connect}`,
  ),
  firstByteTimeoutMs: timeLimit(
    `Milliseconds until the first content of a stream, or the head of any other answer. ${otherwise.part}`,
  ),
  idleTimeoutMs: timeLimit(
    `Milliseconds from one content of a stream, or one piece of any other answer, to the next. ${otherwise.part}`,
  ),
  totalTimeoutMs: timeLimit(`Milliseconds for all of an answer. ${otherwise.total}`),
});
