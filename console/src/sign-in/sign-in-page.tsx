import { Alert, Container, Group, Paper, Stack, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useRuntime, useSession } from '../api/runtime.tsx';
import { parseSearch, useSearchParams } from '../address/search-params.ts';
import { LicenseBanner } from '../shell/states/license-banner.tsx';
import { returnPath } from './return-path.ts';
import { SignInForm } from './sign-in-form.tsx';

/** The page before everything else. */
export function SignInPage() {
  const { baseUrl } = useRuntime();
  const { status } = useSession();
  const navigate = useNavigate();
  const { return_to: wanted, error } = useSearchParams();
  const target = returnPath(wanted);
  useEffect(() => {
    if (status !== 'signed-in') return;
    const [pathname = '/', search = ''] = target.split('?', 2);
    void navigate({ to: pathname, search: parseSearch(search), replace: true } as never);
  }, [status, navigate, target]);
  return (
    <Container size={440} py={60} component="main">
      <Stack gap="md">
        <Group gap="sm" justify="center">
          <img src={`${baseUrl}favicon.svg`} width={32} height={32} alt="" />
          <Title order={1}>AI control plane</Title>
        </Group>
        <LicenseBanner isSignedIn={false} />
        {error !== undefined && (
          <Alert color="red" title="Not signed in" role="alert">
            Single sign-on did not succeed. Check the name of your organization, or ask its
            administrator.
          </Alert>
        )}
        <Paper withBorder p="lg">
          <SignInForm returnTo={target} />
        </Paper>
      </Stack>
    </Container>
  );
}
