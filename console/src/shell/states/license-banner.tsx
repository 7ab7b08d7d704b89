import { Alert, Group, Text } from '@mantine/core';
import { IconLicense } from '@tabler/icons-react';
import { useCan } from '../../api/runtime.tsx';
import { PageLink } from '../../address/page-link.tsx';
import { useLicense } from '../../api/license/use-license.ts';
import { licenseNotice } from '../../api/license/license-notice.ts';

/** What there is to say of the license, before and after the sign-in. Nothing where it is valid for more than 14 days. */
export function LicenseBanner({ isSignedIn = true }: { readonly isSignedIn?: boolean }) {
  const { data: license } = useLicense();
  const notice = license && licenseNotice(license);
  if (!notice) return null;
  return (
    <Alert color={notice.color} mb="md" icon={<IconLicense size={18} />} role="status" p="xs">
      <Group gap="sm">
        <Text size="sm">{notice.text}</Text>
        {isSignedIn && <Action title={notice.action} />}
      </Group>
    </Alert>
  );
}

/** The way to the license, for who can do something about it. */
function Action({ title }: { readonly title: string }) {
  const canActivate = useCan('license:write');
  if (!canActivate) return null;
  return (
    <PageLink to="/license" size="sm">
      {title}
    </PageLink>
  );
}
