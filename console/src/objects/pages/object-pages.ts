import { createElement, type ComponentType } from 'react';
import type { Resource } from '../../resources/resource-table.ts';
import type { SectionPage } from '../../sections/kit/section.ts';
import type { LoadDefinition, ObjectDefinition } from '../kit/object-definition.ts';

/** The three pages of a kind of object: its list, a new one, one that there is. */
export const objectPages = (
  { page }: Pick<Resource, 'page'>,
  load: LoadDefinition,
): SectionPage[] => [
  {
    path: page,
    load: async () => {
      const [{ ObjectListPage }, { definition }] = await Promise.all([
        import('../list/object-list-page.tsx'),
        load(),
      ]);
      return { Page: pageOf(ObjectListPage, definition) };
    },
  },
  {
    path: `${page}/_new`,
    load: async () => {
      const [{ NewObjectPage }, { definition }] = await Promise.all([
        import('../form/new/new-object-page.tsx'),
        load(),
      ]);
      return { Page: pageOf(NewObjectPage, definition) };
    },
  },
  {
    path: `${page}/$id`,
    load: async () => {
      const [{ ObjectPage }, { definition }] = await Promise.all([
        import('../detail/object-page.tsx'),
        load(),
      ]);
      return { Page: pageOf(ObjectPage, definition) };
    },
  },
];

const pageOf =
  (Page: ComponentType<{ readonly definition: ObjectDefinition }>, definition: ObjectDefinition) =>
  () =>
    createElement(Page, { definition });
