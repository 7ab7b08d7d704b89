import { Button, Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { collectionKey } from '../../../api/query-client.ts';
import { objectPath } from '../../../api/list.ts';
import { useApi } from '../../../api/runtime.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { changesOf, draftOf, EMPTY_UNIT, unitsOf } from './unit-draft.ts';
import type { BusinessUnit, UnitDraft } from './unit-draft.ts';

export interface UnitFormProps {
  readonly organization: string;
  /** Undefined: a new one. */
  readonly unit?: BusinessUnit;
  readonly isReadOnly?: boolean;
  readonly onSaved: (unit: BusinessUnit) => void;
}

/** A form for a business unit. */
export function UnitForm({ organization, unit, isReadOnly = false, onSaved }: UnitFormProps) {
  const api = useApi();
  const client = useQueryClient();
  const units = unitsOf(organization);
  const saved = unit ? draftOf(unit) : EMPTY_UNIT;
  const [edits, setEdits] = useState<Partial<UnitDraft>>({});
  const draft = { ...saved, ...edits };
  const changes = changesOf(saved, draft);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: unknown) =>
      unit
        ? api.json<BusinessUnit>(objectPath(units, unit.id), { method: 'PATCH', body })
        : api.json<BusinessUnit>(units, { method: 'POST', body }),
    onSuccess: async (answer) => {
      await client.invalidateQueries({ queryKey: collectionKey(units) });
      setEdits({});
      onSaved(answer);
    },
  });
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    mutate(changes);
  };
  return (
    <form onSubmit={save}>
      <Stack gap="md" maw={640}>
        {error && <ProblemAlert error={error} />}
        <UnitFields
          draft={draft}
          isReadOnly={isReadOnly}
          onChange={(more) => setEdits((now) => ({ ...now, ...more }))}
        />
        {!isReadOnly && (
          <Group>
            <Button
              type="submit"
              loading={isPending}
              disabled={draft.name === '' || Object.keys(changes).length === 0}
            >
              {unit ? 'Save' : 'Create business unit'}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

interface UnitFieldsProps {
  readonly draft: UnitDraft;
  readonly isReadOnly: boolean;
  readonly onChange: (changes: Partial<UnitDraft>) => void;
}

function UnitFields({ draft, isReadOnly, onChange }: UnitFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        withAsterisk
        readOnly={isReadOnly}
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        label="Short name"
        description="In addresses: research."
        readOnly={isReadOnly}
        value={draft.slug}
        onChange={({ currentTarget }) => onChange({ slug: currentTarget.value })}
      />
      <TextInput
        label="Cost center"
        readOnly={isReadOnly}
        value={draft.cost_center}
        onChange={({ currentTarget }) => onChange({ cost_center: currentTarget.value })}
      />
      <NumberInput
        label="Most to spend (USD)"
        min={0}
        thousandSeparator=","
        readOnly={isReadOnly}
        value={draft.max_budget ?? ''}
        onChange={(value) =>
          onChange({ max_budget: typeof value === 'number' ? value : undefined })
        }
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        readOnly={isReadOnly}
        value={draft.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
    </>
  );
}
