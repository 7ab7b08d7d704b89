import { stringify } from 'yaml';
import type { WrittenEntry } from './litellm-prices.ts';

/** An object holds no more. */
const MOST_ENTRIES = 1000;

/** Entries in as many parts as there have to be objects. */
export const inParts = (entries: readonly WrittenEntry[]): readonly (readonly WrittenEntry[])[] =>
  Array.from({ length: Math.ceil(entries.length / MOST_ENTRIES) }, (_, index) =>
    entries.slice(index * MOST_ENTRIES, (index + 1) * MOST_ENTRIES),
  );

/** PriceCatalogs of these entries, as YAML to apply; several where one cannot hold them. */
export function writeCatalogs(name: string, entries: readonly WrittenEntry[]): string {
  const parts = inParts(entries);
  return parts
    .map((prices, index) =>
      stringify({
        apiVersion: 'aicp.dev/v1alpha1',
        kind: 'PriceCatalog',
        metadata: { name: parts.length === 1 ? name : `${name}-${index + 1}` },
        spec: { prices },
      }),
    )
    .join('---\n');
}
