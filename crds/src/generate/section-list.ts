import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const SNAPSHOT = 'services/contracts/src/snapshot';
const SECTIONS_HEAD =
  '// Made by `make generate` from what the files in sections/ declare with defineSection.\n';
const DECLARED_SECTION = /^export const (\w+) = defineSection\(/gm;

/** The list of sections of snapshots, as a file of TypeScript: what the files of the folder `sections` declare. */
export function declaredSections(root: string): [string, string] {
  const declared = readdirSync(join(root, SNAPSHOT, 'sections'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .map((file) => ({ file, names: sectionsIn(join(root, SNAPSHOT, 'sections', file)) }))
    .filter(({ names }) => names.length > 0);
  const imports = declared.map(({ file, names }) =>
    importOf(names.toSorted(), `./sections/${file}`),
  );
  const names = declared.flatMap((one) => one.names).map((name) => `  ${name},\n`);
  const text = `${SECTIONS_HEAD}${imports.join('')}import type { Section } from './sections/kit/section.ts';

/** Every section that a snapshot can have. */
export const declaredSections: readonly Section[] = [
${names.join('')}];
`;
  return [`${SNAPSHOT}/declared-sections.ts`, text];
}

const sectionsIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(DECLARED_SECTION)].map(([, name]) => name ?? '');

const LINE = 100;

/** An import as Prettier writes it. */
function importOf(names: readonly string[], file: string): string {
  const line = `import { ${names.join(', ')} } from '${file}';\n`;
  if (line.length - 1 <= LINE) return line;
  return `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${file}';\n`;
}
