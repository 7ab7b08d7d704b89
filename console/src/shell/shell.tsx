import { AppShell, Burger, Group, ScrollArea } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { whoIn } from '../api/session/forget-others.ts';
import { useSession, useUser } from '../api/runtime.tsx';
import { mayOpen } from '../sections/may-open.ts';
import { NoRights } from '../ui/states/no-rights.tsx';
import { ChangesProvider } from './states/changes-provider.tsx';
import { useKeptFocus } from './focus/use-kept-focus.ts';
import { Brand } from './brand.tsx';
import { Breadcrumbs } from './breadcrumbs/breadcrumbs.tsx';
import { HeaderTools } from './header-tools.tsx';
import { LicenseBanner } from './states/license-banner.tsx';
import { OrganizationSwitch } from './organization-switch.tsx';
import { Navigation } from './navigation.tsx';
import { SectionTabs } from './section-tabs.tsx';
import { ServiceState } from './states/service-state.tsx';
import { Shortcuts } from './shortcuts/shortcuts.tsx';
import { DensityProvider } from './looks/density.tsx';
import { late } from '../ui/late/late.tsx';
import { ConfirmProvider } from '../ui/confirm/use-confirm.tsx';

const CommandPalette = late(
  async () => (await import('./palette/command-palette.tsx')).CommandPalette,
);
const SessionExpired = late(
  async () => (await import('../sign-in/session-expired.tsx')).SessionExpired,
);

/** The page at the address; where the caller may not open it, that it is so, and nothing is asked for. */
function Content() {
  const { pathname } = useLocation();
  const { permissions } = useUser();
  return mayOpen(pathname, permissions) ? <Outlet /> : <NoRights what="open this page" />;
}

/** What stands around every page: navigation, header, banners, palette, and what says that something is away. */
export function Shell() {
  // Whoever signs out is on the way to the page for signing in.
  const session = useSession();
  return session.status === 'signed-out' ? null : <SignedInShell who={whoIn(session)} />;
}

/** `who` makes the page anew for another person, who does not come upon what was typed. */
function SignedInShell({ who }: { readonly who: string | undefined }) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, {
    getInitialValueInEffect: false,
  });
  useEffect(close, [pathname, close]);
  useKeptFocus();
  return (
    <ChangesProvider>
      <DensityProvider>
        <ConfirmProvider>
          <SkipLink />
          <AppShell
            header={{ height: 56 }}
            navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
            padding="md"
          >
            <AppShell.Header>
              <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
                <Group gap="sm" wrap="nowrap">
                  <Burger
                    opened={isOpen}
                    onClick={toggle}
                    hiddenFrom="md"
                    size="sm"
                    aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
                  />
                  <Brand />
                </Group>
                <HeaderTools isNarrow={isNarrow} />
              </Group>
            </AppShell.Header>
            <AppShell.Navbar p="xs" component="nav" aria-label="Sections">
              {isNarrow && (
                <AppShell.Section mb="xs">
                  <OrganizationSwitch w="100%" />
                </AppShell.Section>
              )}
              <AppShell.Section grow component={ScrollArea} scrollbarSize={6}>
                <Navigation />
              </AppShell.Section>
            </AppShell.Navbar>
            <AppShell.Main id="content" tabIndex={-1}>
              <ServiceState />
              <LicenseBanner />
              <Breadcrumbs />
              <SectionTabs />
              <Content key={who} />
              <div id="floating" />
            </AppShell.Main>
          </AppShell>
          <CommandPalette />
          <Shortcuts />
          <SessionExpired />
        </ConfirmProvider>
      </DensityProvider>
    </ChangesProvider>
  );
}

/** The first stop of the Tab key. */
const SkipLink = () => (
  <a className="skip-link" href="#content">
    Skip to the content
  </a>
);
