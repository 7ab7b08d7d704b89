import { promisesNotEnforced, type Declared, type NotEnforced } from '@aicp/crds/kit/not-enforced';

/** A sentence on the fields that a spec sets and nobody acts on; undefined where there are none. */
export function unenforced(kind: Declared, spec: unknown): string | undefined {
  const fields = promisesNotEnforced(kind, spec);
  if (fields.length === 0) return undefined;
  const ignored = fields.filter(({ partly }) => partly === undefined).map(pathOf);
  const sentences = [
    ...(ignored.length > 0
      ? [`stored, and not acted on by this version: ${ignored.join(', ')}`]
      : []),
    ...partlyByWords(fields),
  ];
  return sentences.join('; ');
}

/** Fields of which the same is to be said are named together. */
const partlyByWords = (fields: readonly NotEnforced[]): string[] =>
  [...Map.groupBy(fields, ({ partly }) => partly)].flatMap(([partly, all]) =>
    partly === undefined
      ? []
      : [`acted on in part by this version: ${all.map(pathOf).join(', ')} (${partly})`],
  );

const pathOf = ({ field }: NotEnforced): string => `spec.${field}`;
