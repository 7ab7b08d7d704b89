import { RESOURCES } from '../../resources/resource-table.ts';
import { fieldTitle } from '../../ui/text/text.ts';
import type { Section } from '../../sections/kit/section.ts';

/** A step of the way to a page. */
export interface Crumb {
  readonly title: string;
  /** Where it leads. */
  readonly path: string;
  /** What it is the id of: its name is to stand here. */
  readonly object?: { readonly collection: string; readonly id: string };
}

type Place = Pick<Section, 'title' | 'path' | 'tabs'>;

/** The steps from a section's list to the page at an address; none on a list itself. */
export function crumbsOf(section: Place, pathname: string): readonly Crumb[] {
  const { tabs, title } = section;
  if (tabs.some(({ path }) => path === pathname)) return [];
  const list = tabs.find(({ path }) => path !== '/' && pathname.startsWith(`${path}/`));
  const root = list?.path ?? section.path;
  if (root === '/' || !pathname.startsWith(`${root}/`)) return [];
  const isOther = list !== undefined && list.title !== title;
  const parts = pathname.slice(root.length + 1).split('/');
  return [
    { title: isOther ? `${title}: ${list.title}` : title, path: root },
    ...parts.map((part, index): Crumb => {
      const path = [root, ...parts.slice(0, index + 1)].join('/');
      const collection = collectionOf([root, ...parts.slice(0, index)].join('/'));
      const isObject = part !== '_new' && collection !== undefined;
      return {
        ...{ title: titleOf(part, index), path },
        ...(isObject && { object: { collection, id: readable(part) } }),
      };
    }),
  ];
}

/** Lists of what is no kind of object. */
const OTHER: Readonly<Record<string, string>> = { '/chargeback': '/api/v1/chargeback/reports' };
const UNITS = /^\/organizations\/[^/]+\/business-units$/;

/** The collection that a list shows; undefined where it shows no objects with names. */
const collectionOf = (list: string): string | undefined =>
  UNITS.test(list)
    ? `/api/v1${list}`
    : (OTHER[list] ?? Object.values(RESOURCES).find(({ page }) => page === list)?.collection);

/** Below a list stand an object's id and, below that, what belongs to it, by turns. */
function titleOf(part: string, index: number): string {
  if (part === '_new') return 'New';
  return index % 2 === 1 ? fieldTitle(part.replaceAll('-', '_')) : readable(part);
}

/** A part of an address as it was before it was encoded; as it stands where it is none that can be decoded. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}
