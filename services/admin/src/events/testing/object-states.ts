import { apiKey } from '@aicp/crds/api-key';
import { API_VERSION, type KindDefinition } from '@aicp/crds/kit/kind';
import type { StoredObject } from '../../resources/stored-object.ts';

/** An object as a cache has it, of one moment of its life. */
export function stateOf(
  kind: KindDefinition,
  name: string,
  {
    spec = {},
    status,
    ...metadata
  }: {
    readonly spec?: Readonly<Record<string, unknown>>;
    readonly status?: Readonly<Record<string, unknown>>;
    readonly uid?: string;
    readonly generation?: number;
    readonly resourceVersion?: string;
    readonly creationTimestamp?: string;
  } = {},
): StoredObject {
  return {
    apiVersion: API_VERSION,
    kind: kind.kind,
    metadata: {
      ...{ name, uid: `uid-${name}`, generation: 1, resourceVersion: '1' },
      creationTimestamp: '2026-11-24T12:00:00Z',
      ...metadata,
    },
    spec,
    ...(status ? { status } : {}),
  };
}

/** The hash of the key number `number`. */
export const keyHash = (number: number): string => String(number).padStart(64, '0');

export const keyState = (name: string, more: Parameters<typeof stateOf>[2] = {}): StoredObject =>
  stateOf(apiKey, name, {
    ...more,
    spec: { keyHash: keyHash(1), role: 'member', organizationId: 'acme', ...more.spec },
  });

/** A condition of an object. */
export const conditionWith = (
  type: string,
  status: 'True' | 'False' | 'Unknown',
  more: Readonly<Record<string, unknown>> = {},
) => ({
  conditions: [
    {
      ...{ type, status, reason: 'Because', message: 'it is so' },
      ...{ observedGeneration: 1, lastTransitionTime: '2026-11-24T12:00:00Z' },
      ...more,
    },
  ],
});
