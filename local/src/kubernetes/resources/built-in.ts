import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { ageColumn, nameColumn } from '../print/columns.ts';
import { subdomainErrors } from '../schema/names.ts';
import { objectSchema } from '../schema/object-meta.ts';
import { ALL_VERBS, type ResourceType } from './resource-type.ts';

interface BuiltInOptions extends Partial<ResourceType> {
  readonly kind: string;
  readonly plural: string;
  readonly description: string;
  readonly fields: Record<string, StructuralSchema>;
  readonly required?: readonly string[];
}

/** A resource of Kubernetes' own, with what most of them have in common filled in. */
export function builtIn({
  description,
  fields,
  required,
  ...options
}: BuiltInOptions): ResourceType {
  const group = options.group ?? '';
  return {
    group,
    version: 'v1',
    singular: options.kind.toLowerCase(),
    listKind: `${options.kind}List`,
    shortNames: [],
    categories: [],
    namespaced: true,
    verbs: ALL_VERBS,
    schema: objectSchema(description, fields, required),
    custom: false,
    statusSubresource: false,
    counted: false,
    unconditionalUpdate: true,
    createOnUpdate: false,
    columns: [nameColumn, ageColumn],
    selectable: {},
    storage: group ? `${options.plural}.${group}` : options.plural,
    alwaysPresent: [],
    nameErrors: subdomainErrors,
    prepare: () => undefined,
    check: () => [],
    ...options,
  };
}
