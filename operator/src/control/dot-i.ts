import { createRequire } from 'node:module';
import type dotIModule from '@dot-i/k8s-operator';

// The package is CommonJS whose class is `exports.default`. Node and the test runner give an `import` of it two different shapes;
// `require` has one.
const dotI = createRequire(import.meta.url)('@dot-i/k8s-operator') as typeof dotIModule;

/** The base class of `@dot-i/k8s-operator`. */
export const Operator = dotI.default;
export const { ResourceEventType, ResourceMetaImpl } = dotI;
export type { OperatorLogger, ResourceEvent, ResourceMeta } from '@dot-i/k8s-operator';
