/** Objects that the cases are made of. */
export const API_VERSION = 'aicp.dev/v1alpha1';

interface Extra {
  readonly metadata?: object;
  readonly spec?: object;
}

function object(kind: string, name: string, spec: object, extra: Extra) {
  return {
    apiVersion: API_VERSION,
    kind,
    metadata: { name, ...extra.metadata },
    spec: { ...spec, ...extra.spec },
  };
}

export const policy = (name: string, extra: Extra = {}) =>
  object('RoutingPolicy', name, { action: 'permit', targetModels: ['gpt-4o'] }, extra);

export const model = (name: string, extra: Extra = {}) =>
  object('Model', name, { modelId: name, provider: 'openai' }, extra);

export const controlPlane = (name: string, extra: Extra = {}) =>
  object('ControlPlane', name, {}, extra);

export const secret = (name: string, extra: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  ...extra,
});

export const configMap = (
  name: string,
  data: object = { key: 'value' },
  metadata: object = {},
) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
});

export const condition = (type: string, status: string, reason = 'Tested') => ({
  type,
  status,
  reason,
  message: 'said by a test',
  lastTransitionTime: '2026-01-01T00:00:00Z',
});

/** The collection of one of our kinds. */
export const custom = (namespace: string, plural: string): string =>
  `/apis/${API_VERSION}/namespaces/${namespace}/${plural}`;

/** The collection of a core kind. */
export const core = (namespace: string, plural: string): string =>
  `/api/v1/namespaces/${namespace}/${plural}`;

/** A RoutingPolicy as it is applied: what its writer says of it, and no more. */
export const config = (name: string, spec: object, metadata: object = {}) => ({
  apiVersion: API_VERSION,
  kind: 'RoutingPolicy',
  metadata: { name, ...metadata },
  spec,
});
