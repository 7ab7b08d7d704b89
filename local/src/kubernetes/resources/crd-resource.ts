import { asObject, asText } from '../object.ts';
import { nameColumn } from '../print/columns.ts';
import { struct } from '../schema/object-meta.ts';
import { builtIn } from './built-in.ts';

const anything = (description: string) => ({
  ...struct(description, {}),
  'x-kubernetes-preserve-unknown-fields': true,
});

/** The definitions of our kinds. They follow from the code, so they can be read and not written. */
export const crdResource = builtIn({
  group: 'apiextensions.k8s.io',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  namespaced: false,
  verbs: ['get', 'list', 'watch'],
  description: 'A kind that was added to the API. Made by this server from its own schemas.',
  fields: {
    spec: anything('The kind: names, versions and schemas.'),
    status: anything('Whether it is served.'),
  },
  columns: [
    nameColumn,
    {
      name: 'Created At',
      type: 'date',
      description: 'When it was created.',
      cell: ({ metadata }) => metadata.creationTimestamp ?? null,
    },
  ],
  selectable: { 'spec.group': (object) => asText(asObject(object['spec'])['group']) },
});
