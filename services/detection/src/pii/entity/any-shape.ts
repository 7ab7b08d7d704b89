/** One sticky pattern that matches where any of some sticky ones does: one look at a place instead of dozens. Each of them has numbered groups at most. */
export function anyShape(patterns: readonly RegExp[]): RegExp {
  let groups = 0;
  const sources = patterns.map(({ source }) => {
    const before = groups;
    groups += groupsIn(source);
    return source.replaceAll(/\\([1-9])/g, (_, group) => `\\${String(before + Number(group))}`);
  });
  return new RegExp(sources.map((source) => `(?:${source})`).join('|'), 'y');
}

/** How many numbered groups a pattern has. */
const groupsIn = (source: string): number => (new RegExp(`${source}|`).exec('')?.length ?? 1) - 1;
