import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { KindDefinition } from '../kit/kind.ts';

const DECLARED_KINDS = 'operator/src/kinds/declared-kinds.ts';
const KINDS_HEAD = '// Made by `make generate` from the folders beside it that hold a kind.ts.\n';

/** The list of kinds that have a folder in the operator, as a file of TypeScript; each folder declares `<feature>Kind`. */
export function declaredKinds(kinds: readonly KindDefinition[], root: string): [string, string] {
  const features = kinds
    .map(({ feature }) => feature)
    .filter((feature) => existsSync(join(root, 'operator/src/kinds', feature, 'kind.ts')))
    .sort();
  const imports = features.map(
    (feature) => `import { ${nameOf(feature)} } from './${feature}/kind.ts';\n`,
  );
  const names = features.map((feature) => `  ${nameOf(feature)},\n`);
  const text = `${KINDS_HEAD}${imports.join('')}import type { OperatorKind } from './kit/operator-kind.ts';

/** What the operator makes of the kinds that a service acts on. */
export const declaredKinds: readonly OperatorKind[] = [
${names.join('')}];
`;
  return [DECLARED_KINDS, text];
}

const nameOf = (feature: string): string => `${camelCase(feature)}Kind`;

const camelCase = (feature: string): string =>
  feature.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
