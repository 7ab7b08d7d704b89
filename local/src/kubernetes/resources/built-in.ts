import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { ageColumn, nameColumn } from './columns.ts';
import { subdomainErrors } from '../objects/names.ts';
import { fields, objectMeta } from '../objects/object-meta.ts';
import { ALL_VERBS, type ResourceType } from './resource-type.ts';

interface BuiltInOptions extends Partial<ResourceType> {
  readonly kind: string;
  readonly plural: string;
  readonly description: string;
  /** The fields beyond type and metadata. */
  readonly content: StructuralSchema;
}

/** A resource of Kubernetes' own, with what most of them have in common filled in. */
export function builtIn({ description, content, ...options }: BuiltInOptions): ResourceType {
  const group = options.group ?? '';
  const metadata = { metadata: objectMeta };
  const { properties: type } = fields('apiVersion kind', metadata);
  return {
    group,
    version: 'v1',
    singular: options.kind.toLowerCase(),
    listKind: `${options.kind}List`,
    shortNames: [],
    categories: [],
    namespaced: true,
    verbs: ALL_VERBS,
    schema: { ...content, description, properties: { ...type, ...content.properties } },
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
