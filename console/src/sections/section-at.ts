import { SECTIONS } from './all-sections.ts';
import type { Section } from './kit/section.ts';

/** Whether an address belongs to a page: it is the page's, or below it. */
export const isBelow = (pathname: string, path: string): boolean =>
  path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);

const pathsOf = ({ path, pages, tabs }: Section): readonly string[] => [
  path,
  ...tabs.map((tab) => tab.path),
  ...pages.map((page) => page.path),
];

/** The section that an address belongs to; undefined: none. */
export const sectionAt = (pathname: string): Section | undefined =>
  SECTIONS.find((section) => pathsOf(section).some((path) => isBelow(pathname, path)));
