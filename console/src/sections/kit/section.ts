import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** Headings of the navigation, in order. */
export const GROUPS = [
  'Overview',
  'Platform',
  'Governance',
  'Reliability',
  'Agents and safety',
  'Administration',
] as const;
export type Group = (typeof GROUPS)[number];

/** A page of a section. Its code is loaded when somebody opens it. */
export interface SectionPage {
  /** From the console's root: `/teams`, `/teams/_new`, `/teams/$id`. */
  readonly path: string;
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
}

/** A page that is reached by a tab at the top of its section. */
export interface SectionTab {
  readonly title: string;
  readonly path: string;
  /** Who sees it; undefined: who sees the section. */
  readonly permission?: string;
}

/** One of the console's sections. */
export interface Section {
  readonly title: string;
  /** Of its first page. */
  readonly path: string;
  readonly group: Group;
  readonly icon: Icon;
  /** The letter that opens it after `g`. */
  readonly jump: string;
  /** Who may open it: those with one of these permissions. Empty: everybody. */
  readonly permissions: readonly string[];
  readonly pages: readonly SectionPage[];
  /** Where it has several lists; empty: none are shown. */
  readonly tabs: readonly SectionTab[];
}

/** Whether somebody with these permissions has a use for the section. */
export const isOpenTo = (
  { permissions }: Pick<Section, 'permissions'>,
  held: readonly string[],
): boolean => permissions.length === 0 || permissions.some((wanted) => held.includes(wanted));
