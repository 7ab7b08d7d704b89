import { apiKey } from './api-key.ts';
import { controlPlane } from './control-plane.ts';
import type { KindDefinition } from './kit/kind.ts';
import { model } from './model.ts';
import { provider } from './provider.ts';
import { routingPolicy } from './routing-policy.ts';

/** Every kind there is, in the order in which people meet them. */
export const kinds: readonly KindDefinition[] = [
  provider,
  model,
  routingPolicy,
  apiKey,
  controlPlane,
];

/** The kind called `name` (`RoutingPolicy`). Throws where there is none: the caller names a kind of ours. */
export function kindNamed(name: string): KindDefinition {
  const found = kinds.find((kind) => kind.kind === name);
  if (!found) throw new Error(`no kind ${name}`);
  return found;
}
