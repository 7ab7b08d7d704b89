import type { IField, IMapField, INamespace } from 'protobufjs';

const text = (id: number): IField => ({ type: 'string', id });
const texts = (id: number): IField => ({ type: 'string', id, rule: 'repeated' });
const message = (id: number, type: string): IField => ({ type, id });
const textMap = (id: number): IMapField => ({ keyType: 'string', type: 'string', id });
const bytesMap = (id: number): IMapField => ({ keyType: 'string', type: 'bytes', id });
/** Explicit, so that `false` stays where it was sent. */
const flag = (id: number): IField => ({
  type: 'bool',
  id,
  options: { features: { field_presence: 'EXPLICIT' } },
});

const metadata = message(1, 'ObjectMeta');

/** The built-in kinds of `v1` that `kubectl create` and `kubectl delete` send as protobuf, and what wraps them, with the fields that are read. */
export const PROTOBUF_TYPES: INamespace = {
  nested: {
    TypeMeta: { fields: { apiVersion: text(1), kind: text(2) } },
    Unknown: { fields: { typeMeta: message(1, 'TypeMeta'), raw: { type: 'bytes', id: 2 } } },
    ObjectMeta: {
      fields: {
        name: text(1),
        generateName: text(2),
        namespace: text(3),
        uid: text(5),
        resourceVersion: text(6),
        labels: textMap(11),
        annotations: textMap(12),
        ownerReferences: { type: 'OwnerReference', id: 13, rule: 'repeated' },
        finalizers: texts(14),
      },
    },
    OwnerReference: {
      fields: {
        kind: text(1),
        name: text(3),
        uid: text(4),
        apiVersion: text(5),
        controller: flag(6),
        blockOwnerDeletion: flag(7),
      },
    },
    Preconditions: { fields: { uid: text(1), resourceVersion: text(2) } },
    Namespace: { fields: { metadata } },
    Secret: {
      fields: {
        metadata,
        data: bytesMap(2),
        type: text(3),
        stringData: textMap(4),
        immutable: flag(5),
      },
    },
    ConfigMap: {
      fields: { metadata, data: textMap(2), binaryData: bytesMap(3), immutable: flag(4) },
    },
    DeleteOptions: {
      fields: {
        preconditions: message(2, 'Preconditions'),
        propagationPolicy: text(4),
        dryRun: texts(5),
      },
    },
  },
};

/** Of the messages above, those that are bodies of requests. */
export const PROTOBUF_BODIES: readonly string[] = [
  'Namespace',
  'Secret',
  'ConfigMap',
  'DeleteOptions',
];
