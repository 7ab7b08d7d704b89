import { Stack, Text } from '@mantine/core';
import { useSearchParam } from '../../../address/search-params.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { ScopeValueField } from '../check/scope-value-field.tsx';
import { UseNow } from './use-now.tsx';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What is left of a limit now. Where each one of a scope has the limit by itself, somebody says which one. */
export function UseTab({ object }: { readonly object: ApiObject }) {
  const scope = textOf(object['scope']);
  const own = textOf(object['scope_value']);
  const [chosen, choose] = useSearchParam('of');
  const scopeValue = own === '' ? chosen : own;
  const isAsked = scope !== 'global' && own === '';
  return (
    <Stack gap="md" maw={640}>
      {isAsked && (
        <>
          <Text size="sm">Each {scope} has this limit by itself. Choose one to see its use.</Text>
          <ScopeValueField scope={scope} value={chosen} onChange={choose} />
        </>
      )}
      {(scope === 'global' || scopeValue !== '') && (
        <UseNow policy={object.id} scope={scope} scopeValue={scopeValue} />
      )}
    </Stack>
  );
}
