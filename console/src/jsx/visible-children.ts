import { visibleText } from '../ui/text/visible-text.ts';

/** The properties of an element, with every text that stands between its tags as it is shown. Those of other properties are left as they are: what a field holds is not what is read of it. */
export function withVisibleChildren(props: unknown): unknown {
  if (typeof props !== 'object' || props === null || !('children' in props)) return props;
  const { children } = props;
  const shown = shownChildren(children);
  return shown === children ? props : { ...props, children: shown };
}

function shownChildren(children: unknown): unknown {
  if (typeof children === 'string') return visibleText(children);
  if (!Array.isArray(children)) return children;
  const all: readonly unknown[] = children;
  const shown = all.map((child) => (typeof child === 'string' ? visibleText(child) : child));
  return shown.every((child, index) => child === all[index]) ? children : shown;
}
