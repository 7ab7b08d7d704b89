import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** An object of an example, as its file has it. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: object;
}

/** An example below `examples/`. */
export function readExample(name: string) {
  const folder = join(import.meta.dirname, '../../examples', name);
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  const manifestsIn = (file: string): Manifest[] =>
    parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map(
      (document) => document.toJS() as Manifest,
    );
  const manifests = files.flatMap(manifestsIn);
  return {
    files,
    readme: readFileSync(join(folder, 'README.md'), 'utf8'),
    manifestsIn,
    manifests,
    labelled: manifests.map((one) => [`${one.kind}/${one.metadata.name}`, one] as const),
  };
}
