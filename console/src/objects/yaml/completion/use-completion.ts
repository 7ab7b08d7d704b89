import { useMemo } from 'react';
import type { CodeCompletion } from '../../../code/completion.ts';
import type { Resource } from '../../../resources/resource-table.ts';
import { useFormSchema } from '../../schema/form-schemas.ts';
import { manifestSchema } from './spec-schema.ts';
import { yamlCompletion } from './yaml-completion.ts';

/** What may be typed in the YAML of a kind of object; undefined until its fields are there. */
export function useCompletion({
  type,
  kind,
}: Pick<Resource, 'type' | 'kind'>): CodeCompletion | undefined {
  const schema = useFormSchema({ type })?.schema;
  return useMemo(() => schema && yamlCompletion(manifestSchema(schema, kind)), [schema, kind]);
}
