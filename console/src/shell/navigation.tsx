import { Stack, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useUser } from '../api/runtime.tsx';
import { useKeptSearch } from '../address/use-go.ts';
import { SECTIONS } from '../sections/all-sections.ts';
import { sectionAt } from '../sections/section-at.ts';
import { GROUPS, isOpenTo, type Section } from '../sections/kit/section.ts';

/** The sections that the caller has a use for, under their headings. */
export function Navigation() {
  const { permissions } = useUser();
  const current = sectionAt(useLocation().pathname);
  const open = SECTIONS.filter((section) => isOpenTo(section, permissions));
  return (
    <Stack gap={10}>
      {GROUPS.map((group) => {
        const sections = open.filter((section) => section.group === group);
        if (sections.length === 0) return null;
        return (
          <div key={group} role="group" aria-label={group}>
            <Text size="xs" c="dimmed" px={10} pb={2} aria-hidden>
              {group}
            </Text>
            {sections.map((section) => (
              <NavigationLink
                key={section.path}
                section={section}
                isCurrent={section === current}
              />
            ))}
          </div>
        );
      })}
    </Stack>
  );
}

function NavigationLink({ section, isCurrent }: { section: Section; isCurrent: boolean }) {
  const search = useKeptSearch();
  const { icon: Icon, path, title } = section;
  return (
    <Link
      to={path}
      search={search}
      className="nav-link"
      data-active={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      {title}
    </Link>
  );
}
