import type { Section } from './kit/section.ts';
import { isOpenTo } from './kit/section.ts';
import { isBelow, sectionAt } from './section-at.ts';

/** Whether somebody with these permissions may open the page at an address. A section's own address leads to what they may see of it. */
export function mayOpen(pathname: string, held: readonly string[]): boolean {
  if (isBelow(pathname, '/playground')) return held.includes('playground:write');
  const section = sectionAt(pathname);
  if (!section) return true;
  return isOpenTo(section, held) && isTabOpen(section, pathname, held);
}

function isTabOpen({ tabs, path }: Section, pathname: string, held: readonly string[]): boolean {
  const tab = tabs
    .filter((one) => isBelow(pathname, one.path))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
  if (tab?.permission === undefined || pathname === path) return true;
  return held.includes(tab.permission);
}
