import { Breadcrumbs as Crumbs, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { PageLink } from '../../address/page-link.tsx';
import { sectionAt } from '../../sections/section-at.ts';
import { useObject } from '../../api/read/list.ts';
import { crumbsOf, type Crumb } from './crumbs-of.ts';
import { visibleText } from '../../ui/text/visible-text.ts';

/** Where one is below a section's list; nothing on the list itself. */
export function Breadcrumbs() {
  const { pathname } = useLocation();
  const section = sectionAt(pathname);
  const crumbs = section ? crumbsOf(section, pathname) : [];
  const last = crumbs.at(-1);
  if (!last) return null;
  return (
    <Crumbs mb="xs" separatorMargin={6} component="nav" aria-label="Breadcrumbs" className="crumbs">
      {crumbs.slice(0, -1).map((crumb) => (
        <PageLink key={crumb.path} to={crumb.path} size="sm">
          <CrumbTitle crumb={crumb} />
        </PageLink>
      ))}
      <Text size="sm" aria-current="page">
        <CrumbTitle crumb={last} />
      </Text>
    </Crumbs>
  );
}

interface Named {
  readonly name?: string | null;
}

/** What people call it. The page itself reads the object: until it has, and where it has no name, the id stands here. */
function CrumbTitle({ crumb: { title, object } }: { readonly crumb: Crumb }) {
  const { collection = '', id = '' } = object ?? {};
  const { data } = useObject<Named>(collection, id, { enabled: false });
  return visibleText(data?.name ?? title);
}
