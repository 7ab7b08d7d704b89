import { Group, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Dash } from '../../../ui/cells/moment.tsx';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { roleName } from '../../../resources/roles.ts';
import { TableRegion } from '../../../ui/table-region.tsx';
import type { SingleSignOn } from './single-sign-on.ts';

export interface SsoFactsProps {
  readonly sso: SingleSignOn;
  /** Where the provider sends people back to. */
  readonly callback: string;
}

/** What is set of single sign-on. */
export function SsoFacts({ sso, callback }: SsoFactsProps) {
  const { enabled, issuer, client_id, secret_set, client_secret_ref: secret, scopes = [] } = sso;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['State', <SsoState key="state" isOn={enabled} />],
    ['Provider', issuer],
    ['Client id', client_id],
    ['Client secret', secretText(secret_set === true, secret)],
    ['Asks for', scopes.length === 0 ? 'openid, email, profile' : scopes.join(', ')],
    [
      'Redirect address, to register at the provider',
      <Group key="callback" gap={4} wrap="nowrap">
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {callback}
        </Text>
        <CopyText text={callback} label="Copy the redirect address" />
      </Group>,
    ],
  ];
  return (
    <Stack gap="md">
      <Stack component="dl" gap="xs" m={0}>
        {facts.map(([title, value]) => (
          <div key={title}>
            <Text component="dt" size="xs" c="dimmed">
              {title}
            </Text>
            <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </div>
        ))}
      </Stack>
      <RoleMapping sso={sso} />
    </Stack>
  );
}

const SsoState = ({ isOn }: { readonly isOn: boolean }) => (
  <ToneBadge label={isOn ? 'On' : 'Off'} tone={isOn ? 'good' : 'quiet'} />
);

function secretText(isSet: boolean, secret: SingleSignOn['client_secret_ref']): string {
  if (secret) return `In the Secret ${secret.name}, under ${secret.key}`;
  return isSet ? 'Set' : 'None: the exchange is protected by PKCE alone';
}

function RoleMapping({ sso: { role_mapping: mapping = [] } }: Pick<SsoFactsProps, 'sso'>) {
  return (
    <section aria-label="Roles">
      <Title order={2} size="h5" mb="xs">
        Roles
      </Title>
      {mapping.length === 0 ? (
        <Text size="sm">
          No claim gives a role. People get in by the members of the organization and of its teams.
        </Text>
      ) : (
        <TableRegion label="Which claims give which role" minWidth={480}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Claim</Table.Th>
              <Table.Th scope="col">Has the value</Table.Th>
              <Table.Th scope="col">Gives the role</Table.Th>
              <Table.Th scope="col">And the team</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {mapping.map(({ claim, value, role, team_id }) => (
              <Table.Tr key={`${claim} ${value} ${role} ${team_id ?? ''}`}>
                <Table.Td>{claim}</Table.Td>
                <Table.Td>{value}</Table.Td>
                <Table.Td>{roleName(role)}</Table.Td>
                <Table.Td>{team_id ?? <Dash />}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </TableRegion>
      )}
    </section>
  );
}
