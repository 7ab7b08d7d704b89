import { Button, Fieldset, Group, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState, type SyntheticEvent } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { objectPath } from '../../api/list.ts';
import { useApi } from '../../api/runtime.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useConfirm } from '../../ui/confirm/use-confirm.tsx';
import { useFormSchema, type FieldSchema } from '../form-schemas.ts';
import type { ApiObject, FieldGroup, ObjectDefinition } from '../object-definition.ts';
import { ownFields } from '../to-manifest.ts';
import { Field } from './fields/field.tsx';
import { bodyOf, patchOf, type FormValues } from './form-values.ts';
import { problemsByField, useDryRun, type Write } from './use-dry-run.ts';

export interface ObjectFormProps {
  readonly definition: ObjectDefinition;
  /** The object that is changed, with the tag that it was read with; undefined: a new one. */
  readonly object?: ApiObject;
  readonly tag?: string;
  /** What a new object begins with. */
  readonly initial?: FormValues;
  readonly onSaved: (answer: ApiObject) => void;
  /** Somebody else changed it meanwhile. */
  readonly onStale?: (values: FormValues) => void;
}

/** A form for an object: fields in their groups, checked by the service while one types, and nothing lost. */
export function ObjectForm(props: ObjectFormProps) {
  const schema = useFormSchema(props.definition.resource)?.schema;
  if (!schema) return null;
  return <Form {...props} schema={schema} />;
}

function Form(props: ObjectFormProps & { readonly schema: FieldSchema }) {
  const { definition, schema, object } = props;
  const form = useForm(props);
  const required = schema.required ?? [];
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        {form.failure !== undefined && <ProblemAlert error={form.failure} title="Not saved" />}
        {groupsOf(definition, schema).map(({ title, fields }) => (
          <Fieldset key={title} legend={title}>
            <Stack gap="sm">
              {fields.map((name) => (
                <Field
                  key={name}
                  name={name}
                  schema={schema.properties?.[name] ?? {}}
                  value={form.values[name]}
                  error={form.problems[name]}
                  isRequired={required.includes(name)}
                  isDisabled={object !== undefined && name === 'id'}
                  onChange={(value) => form.set(name, value)}
                />
              ))}
            </Stack>
          </Fieldset>
        ))}
        <Group>
          <Button type="submit" loading={form.isSaving} disabled={!form.isChanged}>
            {object === undefined ? `Create ${definition.resource.noun}` : 'Save'}
          </Button>
          {object !== undefined && form.isChanged && (
            <Button variant="default" onClick={form.reset}>
              Undo changes
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** The groups of a form; fields that none of them names come last. */
function groupsOf({ groups }: ObjectDefinition, { properties = {} }: FieldSchema): FieldGroup[] {
  const named = new Set(groups.flatMap(({ fields }) => fields));
  const rest = Object.keys(properties).filter((name) => !named.has(name));
  const known = groups.map(({ title, fields }) => ({
    title,
    fields: fields.filter((name) => Object.hasOwn(properties, name)),
  }));
  return rest.length === 0 ? known : [...known, { title: 'More', fields: rest }];
}

function useForm(props: ObjectFormProps) {
  const { definition, object, tag, initial = {}, onSaved, onStale } = props;
  const api = useApi();
  const before: FormValues = object ? ownFields(object) : {};
  const [values, setValues] = useState<FormValues>(object ? before : initial);
  const [failure, setFailure] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const write = writeOf(definition, object, values);
  const isChanged = Object.keys(write.body).length > 0;
  const wouldFail = useDryRun(write, isChanged);
  const leave = useLeaveGuard(isChanged && !isSaving);
  const save = async (): Promise<void> => {
    if (isSaving || !isChanged) return;
    setSaving(true);
    setFailure(undefined);
    try {
      const headers: Record<string, string> = tag === undefined ? {} : { 'If-Match': tag };
      const answer = await api.json<ApiObject>(write.path, { ...write, headers });
      leave.allow();
      onSaved(answer);
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 412 && onStale) onStale(values);
      else setFailure(error);
    } finally {
      setSaving(false);
    }
  };
  useHotkeys([['mod+Enter', () => void save()]], []);
  return {
    values,
    failure,
    isSaving,
    isChanged,
    problems: problemsByField(failure instanceof ApiProblem ? failure : wouldFail),
    set: (name: string, value: unknown): void => {
      setFailure(undefined);
      setValues((now) => ({ ...now, [name]: value }));
    },
    reset: (): void => setValues(before),
    submit: (event: SyntheticEvent): void => {
      event.preventDefault();
      void save();
    },
  };
}

function writeOf(
  { resource: { collection } }: ObjectDefinition,
  object: ApiObject | undefined,
  values: FormValues,
): Write {
  if (!object) return { method: 'POST', path: collection, body: bodyOf(values) };
  const path = objectPath(collection, object.id);
  return { method: 'PATCH', path, body: patchOf(ownFields(object), values) };
}

/** Asks before changes that are not saved are left. */
function useLeaveGuard(isChanged: boolean) {
  const confirm = useConfirm();
  const isAllowed = useRef(false);
  useBlocker({
    enableBeforeUnload: () => isChanged && !isAllowed.current,
    shouldBlockFn: async ({ current, next }) => {
      if (!isChanged || isAllowed.current || current.pathname === next.pathname) return false;
      return !(await confirm({
        title: 'Leave without saving?',
        text: 'What you typed on this page is not saved.',
        action: 'Leave',
        isDangerous: true,
      }));
    },
  });
  return {
    allow: (): void => {
      isAllowed.current = true;
    },
  };
}
