import { Group, NumberInput, Select, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useApi } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectSelect } from '../../../ui/object-select.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { CheckVerdict, type Verdict } from './check-verdict.tsx';
import { ScopeValueField } from './scope-value-field.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';

const SCOPES = [
  { value: 'key', label: 'An API key' },
  { value: 'team', label: 'A team' },
  { value: 'user', label: 'A person' },
  { value: 'organization', label: 'An organization' },
  { value: 'model', label: 'A model' },
  { value: 'global', label: 'The whole platform' },
];

interface Question {
  readonly scope: string;
  /** Which one; empty for the whole platform. */
  readonly scopeValue: string;
  readonly model: string;
  readonly tokens: number;
}

const bodyOf = ({ scope, scopeValue, model, tokens }: Question) => ({
  scope,
  ...(scope !== 'global' && { scope_value: scopeValue }),
  ...(model !== '' && { model }),
  estimated_tokens: tokens,
});

/** Says whether the limits would let a request pass now. */
export function Page() {
  const api = useApi();
  const [question, setQuestion] = useState<Question>({
    ...{ scope: 'key', scopeValue: '', model: '', tokens: 0 },
  });
  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn: (body: unknown) =>
      api.json<Verdict>('/api/v1/rate-limits/check', { method: 'POST', body }),
  });
  const change = (changes: Partial<Question>) => {
    setQuestion((now) => ({ ...now, ...changes }));
    reset();
  };
  const check = (event: SubmitEvent) => {
    event.preventDefault();
    mutate(bodyOf(question));
  };
  const isComplete = question.scope === 'global' || question.scopeValue !== '';
  return (
    <Stack gap="xs" maw={640}>
      <PageTitle
        title="Check a request"
        description="Whether the limits would let a request pass now. Nothing is counted by it."
      />
      <form onSubmit={check}>
        <Stack gap="md">
          <QuestionFields question={question} onChange={change} />
          <Group justify="flex-end">
            <ActionButton type="submit" isBusy={isPending} disabled={!isComplete}>
              Check
            </ActionButton>
          </Group>
        </Stack>
      </form>
      {error && <ProblemAlert error={error} />}
      {data && <CheckVerdict verdict={data} />}
    </Stack>
  );
}

interface QuestionFieldsProps {
  readonly question: Question;
  readonly onChange: (changes: Partial<Question>) => void;
}

function QuestionFields({ question, onChange }: QuestionFieldsProps) {
  return (
    <>
      <Select
        label="Request of"
        data={SCOPES}
        value={question.scope}
        onChange={(scope) => onChange({ scope: scope ?? 'key', scopeValue: '' })}
        allowDeselect={false}
      />
      <ScopeValueField
        key={question.scope}
        scope={question.scope}
        value={question.scopeValue}
        onChange={(scopeValue) => onChange({ scopeValue })}
      />
      <ObjectSelect
        label="Model that is asked"
        collection={RESOURCES.model.collection}
        value={question.model}
        onChange={(model = '') => onChange({ model })}
      />
      <NumberInput
        label="Tokens"
        description="Tokens that the request may take, prompt and answer together."
        min={0}
        max={1_000_000_000}
        allowDecimal={false}
        thousandSeparator=","
        value={question.tokens}
        onChange={(tokens) => onChange({ tokens: Number(tokens) })}
      />
    </>
  );
}
