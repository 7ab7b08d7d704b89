// What the base class of `@dot-i/k8s-operator` gets for `@kubernetes/client-node` (docs/adr/0013-parts-of-client-node.md).
export { KubeConfig } from '@kubernetes/client-node/dist/config.js';
export { Watch } from '@kubernetes/client-node/dist/watch.js';

/**
 * The base class makes a client of the core API (`new CoreV1Api(…)`) that only its own writers use, all of which are overridden
 * (docs/adr/0002-dot-i-base-class.md).
 */
export function CoreV1Api(): void {
  // Such a client has nothing that could be called.
}
