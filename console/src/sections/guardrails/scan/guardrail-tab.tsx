import { Select, Text } from '@mantine/core';
import type { GuardrailStage } from '@aicp/contracts/guardrails/verdict';
import { useState } from 'react';
import type { ApiObject } from '../../../api/api-object.ts';
import { objectPath } from '../../../api/read/list.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { LookForm } from './look-form.tsx';

const STAGES: Readonly<Record<GuardrailStage, string>> = {
  input: 'A request',
  output: 'An answer',
};

const OPTIONS = Object.entries(STAGES).map(([value, label]) => ({ value, label }));

/** Looks at a text as a guardrail would look at a request or an answer with it. */
export function GuardrailTab({ object: { id } }: { readonly object: ApiObject }) {
  const [stage, setStage] = useState<string>('input');
  return (
    <LookForm path={`${objectPath(RESOURCES.guardrail.collection, id)}/test`} body={{ stage }}>
      <Text size="sm">
        It looks as it would at a request, whoever that is from, and also while it is off. A judge
        elsewhere is not asked.
      </Text>
      <Select
        {...{ label: 'Look at it as', maw: 320, allowDeselect: false }}
        data={OPTIONS}
        value={stage}
        onChange={(next) => setStage(next ?? 'input')}
      />
    </LookForm>
  );
}
