import { Group } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useUser } from '../api/runtime.tsx';
import { useKeptSearch } from '../address/use-go.ts';
import { isBelow, sectionAt } from '../sections/section-at.ts';

/** The lists of the section that is open, where it has several. */
export function SectionTabs() {
  const { pathname } = useLocation();
  const { permissions } = useUser();
  const search = useKeptSearch();
  const section = sectionAt(pathname);
  const tabs = (section?.tabs ?? []).filter(
    ({ permission }) => permission === undefined || permissions.includes(permission),
  );
  if (!section || tabs.length < 2) return null;
  const current = tabs
    .filter(({ path }) => isBelow(pathname, path))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return (
    <Group
      component="nav"
      aria-label={section.title}
      gap={0}
      mb="md"
      wrap="nowrap"
      className="scroll-x"
      style={{ borderBlockEnd: '1px solid var(--mantine-color-default-border)' }}
    >
      {tabs.map((tab) => (
        <Link
          key={tab.path}
          to={tab.path}
          search={search as never}
          className="section-tab"
          data-active={tab === current}
          aria-current={tab === current ? 'page' : undefined}
        >
          {tab.title}
        </Link>
      ))}
    </Group>
  );
}
