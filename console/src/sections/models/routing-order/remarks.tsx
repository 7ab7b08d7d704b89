import { Stack, Text } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { ToneBadge } from '../../../ui/cells/state-badge.tsx';
import { remarksOf } from './policy-text.ts';

/** What its writer should know of a policy, where it stands. */
export function Remarks({ object }: { readonly object: ApiObject }) {
  const remarks = remarksOf(object);
  if (remarks.length === 0) return null;
  return (
    <Stack gap={4} mt={4} align="flex-start">
      {remarks.map(({ label, tone, text }) => (
        <div key={`${label} ${text}`}>
          <ToneBadge label={label} tone={tone} />
          <Text size="xs">{text}</Text>
        </div>
      ))}
    </Stack>
  );
}
