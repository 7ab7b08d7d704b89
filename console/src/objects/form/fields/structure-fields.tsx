import { Button, Fieldset, Group, Input, SimpleGrid, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState, type ComponentType } from 'react';
import type { FieldSchema } from '../../schema/form-schemas.ts';
import { useFormFacts } from '../state/form-facts.ts';
import { isFieldAsked } from '../state/is-field-asked.ts';
import { useRowFocus } from '../state/use-row-focus.ts';
import { withValue, type FormValues } from '../values/form-values.ts';
import { mapOf, type ControlProps, type FieldProps } from './control-props.ts';

export interface StructureFieldsProps {
  readonly kind: 'group' | 'rows';
  readonly control: ControlProps;
  /** What asks for each field in it. */
  readonly Field: ComponentType<FieldProps>;
}

/** A structure, field by field; or several of them, one below the other. */
export function StructureFields({ kind, control, Field }: StructureFieldsProps) {
  return kind === 'group' ? (
    <Structure control={control} Field={Field} />
  ) : (
    <Structures control={control} Field={Field} />
  );
}

type PartProps = Omit<StructureFieldsProps, 'kind'>;

function Structure({ control, Field }: PartProps) {
  const { labels, value, onChange, schema, path } = control;
  const id = useId();
  const values = mapOf(value);
  const isEmpty = Object.keys(values).length === 0;
  return (
    <Fieldset legend={legendOf(labels)} aria-describedby={describedBy(id, labels)}>
      <Notes id={id} labels={labels} />
      <StructureGrid
        {...{ schema, path, values, Field }}
        isDisabled={labels.disabled}
        // Of a structure that may be left out, nothing is asked until something of it is there.
        isAsked={labels.withAsterisk || !isEmpty}
        onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
      />
    </Fieldset>
  );
}

const legendOf = ({ label, withAsterisk }: ControlProps['labels']): string =>
  withAsterisk ? `${label} (required)` : label;

const describedBy = (id: string, { description, error }: ControlProps['labels']) =>
  [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ') ||
  undefined;

interface NotesProps {
  readonly id: string;
  readonly labels: ControlProps['labels'];
}

function Notes({ id, labels: { description, error } }: NotesProps) {
  return (
    <>
      {description !== undefined && (
        <Input.Description id={`${id}-description`} mb="xs">
          {description}
        </Input.Description>
      )}
      {error !== undefined && (
        <Input.Error id={`${id}-error`} mb="xs" data-wrong>
          {error}
        </Input.Error>
      )}
    </>
  );
}

interface StructureGridProps {
  readonly schema: FieldSchema;
  readonly path: string;
  readonly values: FormValues;
  readonly isDisabled: boolean;
  readonly isAsked: boolean;
  readonly onChange: (values: FormValues) => void;
  readonly Field: ComponentType<FieldProps>;
}

function StructureGrid(props: StructureGridProps) {
  const { schema, path, values, isDisabled, isAsked, onChange, Field } = props;
  const { properties = {}, required = [] } = schema;
  const facts = useFormFacts();
  const asked = Object.entries(properties).filter(([name]) =>
    isFieldAsked(`${path}.${name}`, values[name], facts),
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
      {asked.map(([name, field]) => (
        <div key={name} style={isWide(field) ? WIDE : undefined}>
          <Field
            {...{ name, isDisabled }}
            path={`${path}.${name}`}
            schema={field}
            beside={{ schema, values }}
            value={values[name]}
            isRequired={isAsked && required.includes(name)}
            onChange={(value) => onChange(withValue(values, name, value))}
          />
        </div>
      ))}
    </SimpleGrid>
  );
}

/** Structures and lists have the whole width. */
const isWide = ({ type, oneOf }: FieldSchema): boolean =>
  type === 'object' || type === 'array' || oneOf !== undefined;
const WIDE = { gridColumn: '1 / -1' } as const;

function Structures({ control, Field }: PartProps) {
  const { labels, value, onChange, schema, path } = control;
  const id = useId();
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const keys = useRowKeys(rows.length);
  const { rowsRef, ...moves } = useRowFocus<HTMLDivElement>(rows.length);
  const { problems } = useFormFacts();
  return (
    <Fieldset legend={legendOf(labels)} aria-describedby={describedBy(id, labels)}>
      <Notes id={id} labels={labels} />
      <Stack gap="sm" align="stretch" ref={rowsRef}>
        {rows.map((row, index) => (
          <Row
            key={keys.at(index)}
            {...{ Field, index, row }}
            title={labels.label}
            path={`${path}.${index}`}
            schema={schema.items ?? {}}
            error={problems[`${path}.${index}`]}
            isDisabled={labels.disabled}
            onChange={(next) => onChange(rows.with(index, next))}
            onRemove={() => {
              keys.remove(index);
              moves.onRemove(index);
              onChange(rows.toSpliced(index, 1));
            }}
          />
        ))}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={labels.disabled}
            onClick={() => {
              moves.onAdd();
              onChange([...rows, {}]);
            }}
          >
            Add to {labels.label.toLowerCase()}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

/** Keeps rows apart while others are removed, so that what is typed stays in its row. */
function useRowKeys(count: number) {
  const [keys, setKeys] = useState<readonly number[]>([]);
  const known = keys.length < count ? grown(keys, count) : keys;
  if (known !== keys) setKeys(known);
  return {
    at: (index: number): number => known[index] ?? index,
    remove: (index: number): void => setKeys(known.toSpliced(index, 1)),
  };
}

function grown(keys: readonly number[], count: number): readonly number[] {
  const next = Math.max(-1, ...keys) + 1;
  return [...keys, ...Array.from({ length: count - keys.length }, (_, index) => next + index)];
}

interface RowProps {
  readonly title: string;
  readonly index: number;
  readonly path: string;
  readonly row: unknown;
  readonly schema: FieldSchema;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (row: FormValues) => void;
  readonly onRemove: () => void;
  readonly Field: ComponentType<FieldProps>;
}

function Row(props: RowProps) {
  const { title, index, path, row, schema, error, isDisabled, onChange, onRemove, Field } = props;
  const id = useId();
  const labels = { error, description: undefined, label: '', withAsterisk: true, disabled: false };
  return (
    <Fieldset
      legend={`${title}: ${index + 1}`}
      variant="filled"
      aria-describedby={describedBy(id, labels)}
    >
      <Notes id={id} labels={labels} />
      <StructureGrid
        {...{ schema, path, isDisabled, onChange, Field }}
        values={mapOf(row)}
        isAsked
      />
      <Button
        mt="sm"
        size="xs"
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={14} aria-hidden />}
        disabled={isDisabled}
        onClick={onRemove}
        aria-label={`Remove ${title.toLowerCase()} ${index + 1}`}
      >
        Remove
      </Button>
    </Fieldset>
  );
}
