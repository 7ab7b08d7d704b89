import { asObject, asText, isJsonObject, type Json, type KubeObject } from '../object.ts';
import { ageColumn, column, nameColumn } from '../print/columns.ts';
import { invalidValue, requiredValue } from '../schema/field-errors.ts';
import { flag, moment, struct, text, textMap, texts, whole } from '../schema/object-meta.ts';
import { badRequest, type FieldError } from '../status.ts';
import { builtIn } from './built-in.ts';

const MICRO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}(Z|[+-]\d{2}:\d{2})$/;

const leaseSpec = (object: KubeObject) => asObject(object['spec']);

/** Lease times have six decimals; the reference refuses any other form. */
function requireMicroTime(object: KubeObject): void {
  for (const field of ['acquireTime', 'renewTime']) {
    const value = leaseSpec(object)[field];
    if (typeof value !== 'string' || MICRO_TIME.test(value)) continue;
    const rest = /:\d{2}:\d{2}(\..*|[Z+-].*)$/.exec(value)?.[1] ?? value;
    throw badRequest(
      `Lease in version "v1" cannot be handled as a Lease: parsing time "${value}" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "${rest}" as ".000000"`,
    );
  }
}

function checkLease(object: KubeObject): FieldError[] {
  const { leaseDurationSeconds: seconds, leaseTransitions: transitions } = leaseSpec(object);
  return [
    ...(typeof seconds === 'number' && seconds <= 0
      ? [invalidValue('spec.leaseDurationSeconds', seconds, 'must be greater than 0')]
      : []),
    ...(typeof transitions === 'number' && transitions < 0
      ? [invalidValue('spec.leaseTransitions', transitions, 'must be greater than or equal to 0')]
      : []),
  ];
}

export const leaseResource = builtIn({
  group: 'coordination.k8s.io',
  kind: 'Lease',
  plural: 'leases',
  description: 'Who holds a role, and until when.',
  fields: {
    spec: struct('What is wanted.', {
      holderIdentity: text('Who holds it.'),
      leaseDurationSeconds: whole('Seconds that others wait after the last renewal.'),
      acquireTime: moment('When it was acquired.'),
      renewTime: moment('When it was last renewed.'),
      leaseTransitions: whole('How often the holder changed.'),
      preferredHolder: text('Who should hold it.'),
      strategy: text('How the holder is chosen.'),
    }),
  },
  unconditionalUpdate: false,
  createOnUpdate: true,
  columns: [
    nameColumn,
    column('Holder', 'Who holds it.', (object) => asText(leaseSpec(object)['holderIdentity'])),
    ageColumn,
  ],
  alwaysPresent: ['spec'],
  prepare: requireMicroTime,
  check: checkLease,
});

const objectReference = struct('An object.', {
  apiVersion: text('API version.'),
  kind: text('Kind.'),
  namespace: text('Namespace.'),
  name: text('Name.'),
  uid: text('UID.'),
  resourceVersion: text('Version.'),
  fieldPath: text('Part of the object.'),
});

const endpoint = struct('One address of a service.', {
  addresses: texts('Where it listens.'),
  conditions: struct('Whether it serves.', {
    ready: flag('Takes traffic.'),
    serving: flag('Answers.'),
    terminating: flag('Is going away.'),
  }),
  hostname: text('Its host name.'),
  targetRef: objectReference,
  deprecatedTopology: textMap('Legacy.'),
  nodeName: text('Node that it runs on.'),
  zone: text('Zone that it runs in.'),
});

const port = struct('One port of a service.', {
  name: text('Name of the port.'),
  protocol: { ...text('TCP, UDP or SCTP.'), default: 'TCP' },
  port: whole('Number of the port.'),
  appProtocol: text('Protocol spoken on it.'),
});

const joined = (value: Json | undefined, pick: (item: Json) => string): string => {
  const parts = Array.isArray(value) ? value.map(pick).filter((part) => part !== '') : [];
  if (parts.length === 0) return '<unset>';
  const more = parts.length - 3;
  return more > 0 ? `${parts.slice(0, 3).join(',')} + ${more} more...` : parts.join(',');
};

function addressesOf(item: Json): string {
  const addresses = isJsonObject(item) ? item['addresses'] : undefined;
  return Array.isArray(addresses) ? asText(addresses[0]) : '';
}

export const endpointSliceResource = builtIn({
  group: 'discovery.k8s.io',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  description: 'Addresses of a service.',
  fields: {
    addressType: text('IPv4, IPv6 or FQDN.'),
    endpoints: { type: 'array', description: 'The addresses.', items: endpoint },
    ports: { type: 'array', description: 'The ports of each address.', items: port },
  },
  counted: true,
  columns: [
    nameColumn,
    column('AddressType', 'IPv4, IPv6 or FQDN.', (object) => asText(object['addressType'])),
    column('Ports', 'The ports of each address.', (object) =>
      joined(object['ports'], (item) => {
        const number = isJsonObject(item) ? item['port'] : undefined;
        return typeof number === 'number' ? String(number) : '';
      }),
    ),
    column('Endpoints', 'The addresses.', (object) => joined(object['endpoints'], addressesOf)),
    ageColumn,
  ],
  check: (object) => (asText(object['addressType']) ? [] : [requiredValue('addressType')]),
});
