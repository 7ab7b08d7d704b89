import { Button, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useRuntime } from '../api/runtime.tsx';
import { idInPath } from '../address/id-in-path.ts';

export interface SingleSignOnProps {
  /** The page to come back to; undefined: the one that is open stays open, and the provider's page gets a tab of its own. */
  readonly returnTo: string | undefined;
}

/** Where a tab ends up that was opened to sign in alone. */
const OWN_TAB_PAGE = '/account';

/** Goes to the provider of an organization. Which organizations there are is not told. */
export function SingleSignOn({ returnTo }: SingleSignOnProps) {
  const { baseUrl } = useRuntime();
  const [organization, setOrganization] = useState('');
  const isOwnTab = returnTo === undefined;
  const go = (event: SyntheticEvent) => {
    event.preventDefault();
    const url = new URL(`auth/oidc/${idInPath(organization.trim())}/login`, baseUrl);
    url.searchParams.set('return_to', returnTo ?? OWN_TAB_PAGE);
    if (isOwnTab) window.open(url.href, '_blank', 'noopener');
    else window.location.assign(url.href);
  };
  return (
    <form onSubmit={go}>
      <Stack gap="sm">
        <TextInput
          label="Organization"
          description={
            isOwnTab
              ? 'The short name of your organization, for single sign-on. It opens a new tab; come back to this one afterwards.'
              : 'The short name of your organization, for single sign-on.'
          }
          value={organization}
          onChange={(event) => setOrganization(event.currentTarget.value)}
          autoComplete="organization"
        />
        <Button type="submit" variant="default" disabled={organization.trim() === ''}>
          Single sign-on
        </Button>
      </Stack>
    </form>
  );
}
