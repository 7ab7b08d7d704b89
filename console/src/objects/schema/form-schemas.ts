import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../../resources/resource-table.ts';

/** A field of a form, as the API's document has it. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  /** What people call it. */
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | FieldSchema;
  readonly oneOf?: readonly FieldSchema[];
  readonly writeOnly?: boolean;
  /** `USD`, `ms`, `tokens`, `share` (0 to 1), `percent` and the like. */
  readonly 'x-aicp-unit'?: string;
  /** The collection whose objects it names; `{id}` in it stands for the organization. */
  readonly 'x-aicp-reference'?: string;
  readonly 'x-aicp-reference-by'?: ReferenceBy;
  /** It is written and never answered. */
  readonly 'x-aicp-secret'?: boolean;
  /** Another word for the field that it names. */
  readonly 'x-aicp-synonym-of'?: string;
}

/** Another field beside it says which collection a field names objects of. */
export interface ReferenceBy {
  readonly field: string;
  readonly is: Readonly<Record<string, string>>;
}

/** What a form is made from, with a request as an example. */
export interface FormSchema {
  readonly schema: FieldSchema;
  readonly example: Readonly<Record<string, unknown>> | null;
}

const FILES = import.meta.glob<FormSchema>('../../resources/generated/*.json', {
  import: 'default',
});

/** The fields of a kind of object; they are loaded when its form or its empty list is shown. */
export function useFormSchema({ type }: Pick<Resource, 'type'>): FormSchema | undefined {
  const { data } = useQuery({
    queryKey: ['form-schema', type],
    staleTime: Infinity,
    gcTime: Infinity,
    queryFn: () => readFormSchema(type),
  });
  return data;
}

/** Loads the fields of a kind of object, by its type. */
export async function readFormSchema(type: string): Promise<FormSchema> {
  const load = FILES[`../../resources/generated/${type}.json`];
  if (!load) throw new Error(`there are no fields of ${type}`);
  return await load();
}
