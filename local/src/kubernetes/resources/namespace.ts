import { asObject, asText, type KubeObject } from '../object.ts';
import { ageColumn, column, nameColumn } from '../print/columns.ts';
import { labelNameErrors } from '../schema/names.ts';
import { struct, text, texts } from '../schema/object-meta.ts';
import { builtIn } from './built-in.ts';

const NAME_LABEL = 'kubernetes.io/metadata.name';

/** The phase of a namespace: Active, or Terminating once its deletion began. */
export const phaseOf = (namespace: KubeObject): string =>
  asText(asObject(namespace['status'])['phase']);

/** A namespace. Its deletion takes everything in it along. */
export const namespaceResource = builtIn({
  kind: 'Namespace',
  plural: 'namespaces',
  shortNames: ['ns'],
  namespaced: false,
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  description: 'A space for names; its deletion deletes everything in it.',
  fields: {
    spec: struct('What is wanted.', { finalizers: texts('Who must act before it may go.') }),
    status: struct('What was observed.', { phase: text('Active or Terminating.') }),
  },
  statusSubresource: true,
  columns: [
    nameColumn,
    column('Status', 'The status of the namespace', (object) => phaseOf(object)),
    ageColumn,
  ],
  alwaysPresent: ['spec', 'status'],
  nameErrors: labelNameErrors,
  prepare: (object, old) => {
    object.metadata.labels = { ...object.metadata.labels, [NAME_LABEL]: object.metadata.name };
    object['spec'] = old?.['spec'] ?? { finalizers: ['kubernetes'] };
    object['status'] = old?.['status'] ?? { phase: 'Active' };
  },
});
