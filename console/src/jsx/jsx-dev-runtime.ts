import { jsxDEV as jsxOfReact } from 'react/jsx-dev-runtime';
import { withVisibleChildren } from './visible-children.ts';

/* The same as `jsx-runtime.ts`, while one writes the console. */

export { Fragment } from 'react/jsx-dev-runtime';
export type { JSX } from 'react/jsx-dev-runtime';

export const jsxDEV: typeof jsxOfReact = (type, props, ...rest) =>
  jsxOfReact(type, withVisibleChildren(props), ...rest);
