import { jsx as jsxOfReact, jsxs as jsxsOfReact } from 'react/jsx-runtime';
import { withVisibleChildren } from './visible-children.ts';

/*
 * What the compiler makes of our tags (`jsxImportSource`): React's own, but whatever is written between two tags is made visible on the way, so
 * that no page has to think of it where it shows what somebody wrote.
 */

export { Fragment } from 'react/jsx-runtime';
export type { JSX } from 'react/jsx-runtime';

export const jsx: typeof jsxOfReact = (type, props, key) =>
  jsxOfReact(type, withVisibleChildren(props), key);

export const jsxs: typeof jsxsOfReact = (type, props, key) =>
  jsxsOfReact(type, withVisibleChildren(props), key);
