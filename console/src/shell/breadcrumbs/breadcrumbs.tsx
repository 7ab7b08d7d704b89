import { Anchor, Breadcrumbs as Crumbs, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useKeptSearch } from '../../address/use-go.ts';
import { sectionAt } from '../../sections/section-at.ts';
import { crumbsOf } from './crumbs-of.ts';

/** Where one is below a section's list; nothing on the list itself. */
export function Breadcrumbs() {
  const { pathname } = useLocation();
  const search = useKeptSearch();
  const section = sectionAt(pathname);
  const crumbs = section ? crumbsOf(section, pathname) : [];
  const last = crumbs.at(-1);
  if (!last) return null;
  return (
    <Crumbs mb="xs" separatorMargin={6} component="nav" aria-label="Breadcrumbs" className="crumbs">
      {crumbs.slice(0, -1).map(({ title, path }) => (
        <Anchor key={path} component={Link} to={path} search={search as never} size="sm">
          {title}
        </Anchor>
      ))}
      <Text size="sm" aria-current="page">
        {last.title}
      </Text>
    </Crumbs>
  );
}
