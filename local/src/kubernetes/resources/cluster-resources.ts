import { asObject, asText, isJsonObject, type Json, type KubeObject } from '../objects/object.ts';
import { ageColumn, column, nameColumn } from './columns.ts';
import { invalidValue, requiredValue } from '../objects/field-errors.ts';
import { labelNameErrors } from '../objects/names.ts';
import { fields } from '../objects/object-meta.ts';
import { badRequest, type FieldError } from '../objects/status.ts';
import { builtIn } from './built-in.ts';

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
  content: fields('spec:any status:any'),
  statusSubresource: true,
  columns: [nameColumn, column('Status', phaseOf), ageColumn],
  alwaysPresent: ['spec', 'status'],
  nameErrors: labelNameErrors,
  prepare: (object, old) => {
    const { metadata } = object;
    metadata.labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name };
    object['spec'] = old?.['spec'] ?? { finalizers: ['kubernetes'] };
    object['status'] = old?.['status'] ?? { phase: 'Active' };
  },
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
  content: fields('spec:any status:any'),
  columns: [
    nameColumn,
    {
      ...column('Created At', ({ metadata }) => metadata.creationTimestamp ?? null),
      type: 'date',
    },
  ],
});

const MICRO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}(Z|[+-]\d{2}:\d{2})$/;

const leaseSpec = (object: KubeObject) => asObject(object['spec']);

/** Lease times have six decimals; the reference refuses any other form. */
function requireMicroTime(object: KubeObject): void {
  for (const field of ['acquireTime', 'renewTime']) {
    const value = leaseSpec(object)[field];
    if (typeof value !== 'string' || MICRO_TIME.test(value)) continue;
    throw badRequest(
      `Lease in version "v1" cannot be handled as a Lease: parsing time "${value}" as "2006-01-02T15:04:05.000000Z07:00": cannot parse it`,
    );
  }
}

function checkLease(object: KubeObject): FieldError[] {
  const { leaseDurationSeconds: seconds } = leaseSpec(object);
  if (typeof seconds !== 'number' || seconds > 0) return [];
  return [invalidValue('spec.leaseDurationSeconds', seconds, 'must be greater than 0')];
}

export const leaseResource = builtIn({
  group: 'coordination.k8s.io',
  kind: 'Lease',
  plural: 'leases',
  description: 'Who holds a role, and until when.',
  content: fields('spec', {
    spec: fields(
      'holderIdentity leaseDurationSeconds:int acquireTime:time renewTime:time leaseTransitions:int preferredHolder strategy',
    ),
  }),
  unconditionalUpdate: false,
  createOnUpdate: true,
  columns: [
    nameColumn,
    column('Holder', (object) => asText(leaseSpec(object)['holderIdentity'])),
    ageColumn,
  ],
  alwaysPresent: ['spec'],
  prepare: requireMicroTime,
  check: checkLease,
});

const endpoint = fields('addresses:texts hostname nodeName zone deprecatedTopology:textMap', {
  conditions: fields('ready:flag serving:flag terminating:flag'),
  targetRef: fields('apiVersion kind namespace name uid resourceVersion fieldPath'),
});
const port = fields('name port:int appProtocol', { protocol: { type: 'string', default: 'TCP' } });

/** Values of a list of objects, joined as a cell. */
function joined(list: Json | undefined, field: string): string {
  const items = Array.isArray(list) ? list.filter(isJsonObject) : [];
  const values = items.flatMap((item) => item[field] ?? []);
  return values.filter((value) => typeof value !== 'object').join(',') || '<unset>';
}

export const endpointSliceResource = builtIn({
  group: 'discovery.k8s.io',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  description: 'Addresses of a service.',
  content: fields('addressType', {
    endpoints: { type: 'array', items: endpoint, 'x-kubernetes-list-type': 'atomic' },
    ports: { type: 'array', items: port, 'x-kubernetes-list-type': 'atomic' },
  }),
  counted: true,
  columns: [
    nameColumn,
    column('AddressType', (object) => asText(object['addressType'])),
    column('Ports', (object) => joined(object['ports'], 'port')),
    column('Endpoints', (object) => joined(object['endpoints'], 'addresses')),
    ageColumn,
  ],
  check: (object) => (asText(object['addressType']) ? [] : [requiredValue('addressType')]),
});
