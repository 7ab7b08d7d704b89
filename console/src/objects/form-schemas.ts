import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../resources/resource-table.ts';

/** A field of a form, as the API's document has it. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly writeOnly?: boolean;
}

/** What a form is made from, with a request as an example. */
export interface FormSchema {
  readonly schema: FieldSchema;
  readonly example: Readonly<Record<string, unknown>> | null;
}

const FILES = import.meta.glob<FormSchema>('../resources/generated/*.json', { import: 'default' });

/** The fields of a kind of object; they are loaded when its form or its empty list is shown. */
export function useFormSchema({ type }: Pick<Resource, 'type'>): FormSchema | undefined {
  const { data } = useQuery({
    queryKey: ['form-schema', type],
    staleTime: Infinity,
    gcTime: Infinity,
    queryFn: async () => {
      const load = FILES[`../resources/generated/${type}.json`];
      if (!load) throw new Error(`there are no fields of ${type}`);
      return await load();
    },
  });
  return data;
}
