import { createRequire, registerHooks } from 'node:module';
import type * as Config from '@kubernetes/client-node/dist/config.js';

/**
 * The parts of `@kubernetes/client-node` that we use. Its face loads a class for each type and each API of Kubernetes, which costs 50 MiB and half a
 * second, and none of ours calls one of them; so its files are loaded one by one, and what its kubeconfig asks of that face is answered by
 * `generated-parts.ts` (docs/adr/0013-parts-of-client-node.md).
 */
const require = createRequire(import.meta.url);
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './gen/index.js' && context.parentURL?.endsWith('/client-node/dist/config.js')
      ? next(new URL('./generated-parts.ts', import.meta.url).href, context)
      : next(specifier, context),
});
const config = require('@kubernetes/client-node/dist/config.js') as typeof Config;
hooks.deregister();

export const { KubeConfig } = config;
export type KubeConfig = InstanceType<typeof KubeConfig>;
