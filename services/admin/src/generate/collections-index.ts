import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const PATH = 'services/admin/src/kinds/generated/collections.ts';

/** The list of collections that have a folder with rules of their own, by the kind's feature: path (from the root) to contents. */
export function collectionsIndex(root: string): Map<string, string> {
  const files = globSync('services/admin/src/kinds/*/collection.ts', { cwd: root });
  const features = files.map((file) => basename(dirname(join(root, file)))).sort();
  const imports = features.map(
    (feature) => `import { ${nameOf(feature)} } from '../${feature}/collection.ts';\n`,
  );
  const entries = features.map((feature) => `  '${feature}': ${nameOf(feature)},\n`);
  const text = `// Generated from the folders of services/admin/src/kinds by \`make generate\`: do not edit.
import type { Collection } from '../../resources/collection.ts';
import type { CollectionFacts } from '../../resources/collection-facts.ts';
import type { ObjectStore } from '../../resources/store.ts';
${imports.join('')}
export const COLLECTIONS: Readonly<
  Record<string, (store: ObjectStore, facts: CollectionFacts) => Collection>
> = {
${entries.join('')}};
`;
  return new Map([[PATH, text]]);
}

/** What a kind's `collection.ts` exports: `rateLimitPolicyCollection`. */
const nameOf = (feature: string): string =>
  `${feature.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}Collection`;
