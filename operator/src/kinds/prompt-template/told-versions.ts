import type { PromptVersionTerms } from '@aicp/contracts/snapshot/sections/prompts';

/** Versions of a prompt that gateways are told beside those that are served or pinned, and bytes of text of all of them. */
const MOST_VERSIONS = 32;
const MOST_BYTES = 524_288;

/** The versions that gateways are told, newest first: those that are `needed`, and the newest of the others as long as there is room. */
export function toldVersions(
  versions: readonly PromptVersionTerms[],
  needed: ReadonlySet<number>,
): PromptVersionTerms[] {
  const newestFirst = versions.toSorted((a, b) => b.version - a.version);
  let bytes = 0;
  let others = 0;
  return newestFirst.filter((one) => {
    if (needed.has(one.version)) return true;
    bytes += Buffer.byteLength(JSON.stringify(one));
    others += 1;
    return others <= MOST_VERSIONS && bytes <= MOST_BYTES;
  });
}
