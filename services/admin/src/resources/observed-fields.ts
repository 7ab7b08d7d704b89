import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { snakeCase } from '@aicp/crds/kit/wire-name';
import { toWireDecimal } from '@aicp/crds/kit/wire-values';
import type { Additions } from './collection.ts';

export interface ObservedOptions {
  /** Fields of `status.observed` that are decimals as text, which the API answers as numbers. */
  readonly decimals?: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Answers `status.observed` of a kind as `observed`: what was found out of an object. Without figures it is empty. */
export function observedFields(
  kind: KindDefinition,
  { decimals = [] }: ObservedOptions = {},
): Additions {
  const { observed } = kind.structural.status.properties ?? {};
  const isDecimal = (field: string): boolean => decimals.includes(field);
  const properties = Object.entries(observed?.properties ?? {}).map(([field, schema]) => [
    snakeCase(field),
    isDecimal(field) ? numberOf(schema) : schema,
  ]);
  return {
    schemas: {
      observed: {
        type: 'object',
        description: observed?.description ?? '',
        properties: Object.fromEntries(properties) as Record<string, StructuralSchema>,
      },
    },
    of: ({ status }) => ({
      observed: Object.fromEntries(
        Object.entries(observedIn(status)).map(([field, value]) => [
          snakeCase(field),
          isDecimal(field) ? toWireDecimal(value as string) : value,
        ]),
      ),
    }),
  };
}

/** What the operator wrote; only it may, and its schema was checked. */
const observedIn = (status: Fields | undefined): Fields => (status?.['observed'] ?? {}) as Fields;

const numberOf = ({ description }: StructuralSchema): StructuralSchema => ({
  type: 'number',
  ...(description === undefined ? {} : { description }),
});
