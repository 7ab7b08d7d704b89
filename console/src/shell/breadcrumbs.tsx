import { Anchor, Breadcrumbs as Crumbs, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { keptOf, useSearchParams } from '../app/search-params.ts';
import { sectionAt } from '../sections/section-at.ts';

/** Where one is below a section's list; nothing on the list itself. */
export function Breadcrumbs() {
  const { pathname } = useLocation();
  const search = keptOf(useSearchParams());
  const section = sectionAt(pathname);
  if (!section) return null;
  const list = section.tabs.find(({ path }) => path !== '/' && pathname.startsWith(`${path}/`));
  const path = list?.path ?? section.path;
  if (path === '/' || !pathname.startsWith(`${path}/`)) return null;
  const last = decodeURIComponent(
    pathname
      .slice(path.length + 1)
      .split('/')
      .at(-1) ?? '',
  );
  return (
    <Crumbs mb="xs" separatorMargin={6} component="nav" aria-label="Breadcrumbs">
      <Anchor component={Link} to={path} search={search as never} size="sm">
        {list && list.title !== section.title ? `${section.title}: ${list.title}` : section.title}
      </Anchor>
      <Text size="sm" aria-current="page">
        {last === '_new' ? 'New' : last}
      </Text>
    </Crumbs>
  );
}
