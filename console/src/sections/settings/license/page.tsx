import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { useCan } from '../../../api/runtime.tsx';
import { licenseNotice } from '../../../api/license/license-notice.ts';
import { useLicense, type License } from '../../../api/license/use-license.ts';
import { Dash, Moment } from '../../../ui/cells/moment.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { ActivateForm } from './activate-form.tsx';
import { featureTexts } from './feature-texts.ts';

/** The state of the license, and a form that puts another into force. */
export function Page() {
  const license = useLicense();
  const canActivate = useCan('license:write');
  if (license.isPending) return <PageSkeleton />;
  return (
    <Stack gap="md" maw={640}>
      <PageTitle title="License" description="No state of the license stops a running request." />
      {license.isError && (
        <ProblemAlert error={license.error} onRetry={() => void license.refetch()} />
      )}
      {license.data && <LicenseState license={license.data} />}
      {canActivate && <ActivateForm />}
    </Stack>
  );
}

function LicenseState({ license }: { readonly license: License }) {
  const notice = licenseNotice(license);
  return (
    <Stack gap="sm">
      {notice ? (
        <Alert color={notice.color}>{notice.text}</Alert>
      ) : (
        <Alert color="teal">The license is valid.</Alert>
      )}
      {license.valid && <Facts license={license} />}
    </Stack>
  );
}

function Facts({ license }: { readonly license: License }) {
  const { tier, company, customer_email, issued_at, expires_at, days_remaining } = license;
  const facts = [
    ['Tier', tier],
    ['Company', company],
    ['Customer', customer_email],
    ['Issued', <Moment key="issued" at={issued_at} />],
    ['Ends', <Moment key="ends" at={expires_at} />],
    ['Days left', String(Math.max(0, days_remaining))],
  ] as const;
  return (
    <>
      <Group component="dl" gap="xl" m={0} align="flex-start">
        {facts.map(([title, value]) => (
          <div key={title}>
            <Text component="dt" size="xs" c="dimmed">
              {title}
            </Text>
            <Text component="dd" size="sm" m={0}>
              {value ?? <Dash />}
            </Text>
          </div>
        ))}
      </Group>
      <Title order={2} size="h5">
        What it unlocks
      </Title>
      <ul>
        {featureTexts(license.features).map((text) => (
          <li key={text}>
            <Text size="sm">{text}</Text>
          </li>
        ))}
      </ul>
    </>
  );
}
