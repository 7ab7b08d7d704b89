/** Characters of ASCII that form runs, and how long a run has to be to count. */
export interface RunsOf {
  /** By its unit: 1 where a character is one of them. */
  readonly isInside: Uint8Array;
  readonly least: number;
}

/** Characters by the pattern of one, in runs of at least so many. */
export const runsOf = (character: RegExp, least: number): RunsOf => ({
  isInside: Uint8Array.from({ length: 0x80 }, (_, unit) =>
    Number(character.test(String.fromCharCode(unit))),
  ),
  least,
});

export interface Run {
  readonly start: number;
  readonly end: number;
}

/**
 * The first run that is long enough, from `from` on. It looks at every so manyth unit alone where there is none, and at no unit more than twice.
 */
export function nextRun(text: string, from: number, { isInside, least }: RunsOf): Run | undefined {
  let start = from;
  while (start + least <= text.length) {
    // Backwards: the last unit that is outside is where the next run may begin behind.
    let at = start + least - 1;
    while (at >= start && isInside[text.charCodeAt(at)] === 1) at -= 1;
    if (at < start) {
      let end = start + least;
      while (end < text.length && isInside[text.charCodeAt(end)] === 1) end += 1;
      return { start, end };
    }
    start = at + 1;
  }
  return undefined;
}
