// Comes first: it loads the parts of client-node of which the next ones get what they ask for.
import '@aicp/common/kubernetes/client-node/client-node';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type dotIModule from '@dot-i/k8s-operator';

const CLIENT = fileURLToPath(new URL('./client-node-for-dot-i.ts', import.meta.url));

// The package is CommonJS whose class is `exports.default`. Node and the test runner give an `import` of it two different shapes;
// `require` has one.
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@kubernetes/client-node' && context.parentURL?.includes('/@dot-i/k8s-operator/')
      ? next(CLIENT, context)
      : next(specifier, context),
});
const dotI = createRequire(import.meta.url)('@dot-i/k8s-operator') as typeof dotIModule;
hooks.deregister();

/** The base class of `@dot-i/k8s-operator`. */
export const Operator = dotI.default;
export const { ResourceEventType, ResourceMetaImpl } = dotI;
export type { OperatorLogger, ResourceEvent, ResourceMeta } from '@dot-i/k8s-operator';
