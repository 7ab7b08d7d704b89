import { createHash } from 'node:crypto';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import type { SecretView } from '../kinds/kit/lookup.ts';

export interface Extra {
  /** Seconds after the first moment: the smaller, the older. */
  readonly age?: number;
  readonly generation?: number;
  readonly uid?: string;
  /** When its spec was last written. */
  readonly written?: string;
}

const FIRST = Date.UTC(2026, 0, 1);

/** An object of any kind, as the compiler sees it. */
export function object(kind: string, name: string, spec: unknown, extra: Extra = {}): SourceObject {
  return {
    kind,
    name,
    uid: extra.uid ?? `${kind}-${name}`,
    generation: extra.generation ?? 1,
    created: `${new Date(FIRST + (extra.age ?? 0) * 1000).toISOString().slice(0, 19)}Z`,
    ...(extra.written === undefined ? {} : { written: extra.written }),
    spec,
  };
}

export const provider = (name: string, spec: object = {}, extra?: Extra): SourceObject =>
  object('Provider', name, { type: 'simulated', ...spec }, extra);

export const model = (name: string, spec: object = {}, extra?: Extra): SourceObject =>
  object('Model', name, { modelId: name, provider: 'sim', ...spec }, extra);

export const policy = (name: string, spec: object = {}, extra?: Extra): SourceObject => {
  const form = 'policyType' in spec ? {} : { action: 'permit', targetModels: ['fast'] };
  return object('RoutingPolicy', name, { ...form, ...spec }, extra);
};

export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

export const apiKey = (name: string, spec: object = {}, extra?: Extra): SourceObject =>
  object('APIKey', name, { keyHash: hashOf(name), ...spec }, extra);

export const controlPlane = (spec: object = {}, extra?: Extra): SourceObject =>
  object('ControlPlane', 'default', spec, extra);

export function secret(
  name: string,
  values: Readonly<Record<string, string>>,
  more: Partial<SecretView> = {},
): SecretView {
  const data = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
  );
  return { name, type: 'Opaque', labels: {}, owners: [], data, ...more };
}
