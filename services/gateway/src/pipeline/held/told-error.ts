/** Ids by which OpenAI, and Azure, know responses and files, and which the gateway seals for whose they are. */
const IDS = /\b(?:resp_|file-|assistant-)[\w-]{16,}/g;

/**
 * An error of a provider with our ids in the place of those that the request named, and without any others of what the provider keeps: an account there is shared, and
 * whoever knows such an id may ask for what has it. `upstreamIds`: the provider's, by ours.
 */
export function withOurIds(
  error: Buffer,
  upstreamIds: ReadonlyMap<string, string> = new Map(),
): Buffer {
  const before = error.toString();
  let told = before;
  for (const [ours, upstream] of upstreamIds) told = told.replaceAll(upstream, () => ours);
  told = told.replaceAll(IDS, (id) => (upstreamIds.has(id) ? id : 'another id'));
  return told === before ? error : Buffer.from(told);
}
