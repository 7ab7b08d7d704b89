import { Alert, Button, Fieldset, Group, List, Stack } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useFormSchema, type FieldSchema } from '../schema/form-schemas.ts';
import { titleOf } from '../schema/schema-facts.ts';
import { fieldOf } from './values/field-problems.ts';
import { Field } from './fields/field.tsx';
import { focusFirstWrong } from './state/focus-first-wrong.ts';
import { FormFactsProvider } from './state/form-facts.ts';
import { isFieldAsked } from './state/is-field-asked.ts';
import { formGroups } from '../schema/form-groups.ts';
import type { FormValues } from './values/form-values.ts';
import { MoreFields } from './more-fields.tsx';
import {
  useObjectForm,
  type ObjectFormParts,
  type ObjectFormState,
} from './state/use-object-form.ts';
import { ActionButton } from '../../ui/action/action-button.tsx';

export interface ObjectFormProps extends Omit<ObjectFormParts, 'schema'> {
  /** It cannot be saved any more: the object was deleted. */
  readonly isGone?: boolean;
  /** Beside the buttons, made from what was typed. */
  readonly renderExtra?: (values: FormValues) => ReactNode;
}

/** A form for an object: fields in their groups, checked by the service while one types, and nothing lost. */
export function ObjectForm(props: ObjectFormProps) {
  const schema = useFormSchema(props.definition.resource)?.schema;
  if (!schema) return null;
  return <Form {...props} schema={schema} />;
}

function Form(props: ObjectFormProps & { readonly schema: FieldSchema }) {
  const { definition, schema, object, isGone = false, renderExtra } = props;
  const form = useObjectForm(props);
  const { values, problems, submit, failure } = form;
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure !== undefined && ref.current) focusFirstWrong(ref.current);
  }, [failure]);
  const isNew = object === undefined;
  const { controls, choice } = definition;
  const facts = { values, object, problems: problems.byPath, controls, choice };
  // The id of an object that there is cannot be changed.
  const isAsked = (name: string): boolean =>
    (isNew || name !== 'id') && isFieldAsked(name, values[name], facts);
  const { groups, rest } = formGroups(definition, schema, isAsked);
  const fieldsOf = (names: readonly string[]) => (
    <Fields {...{ names, schema, form }} isDisabled={isGone} />
  );
  return (
    <FormFactsProvider value={facts}>
      <form
        ref={ref}
        onSubmit={submit}
        onKeyDown={(event) => isSaveKey(event) && submit(event)}
        noValidate
      >
        <Stack gap="md">
          <Said form={form} schema={schema} />
          {groups.map(({ title, fields }) => (
            <Fieldset key={title} legend={title}>
              {fieldsOf(fields)}
            </Fieldset>
          ))}
          {rest.length > 0 && (
            <MoreFields isWrong={Object.keys(problems.byPath).some((path) => isIn(rest, path))}>
              {fieldsOf(rest)}
            </MoreFields>
          )}
          <Group gap="sm">
            <ActionButton
              type="submit"
              isBusy={form.isSaving}
              disabled={isGone || isIdle(form, isNew)}
            >
              {isNew ? `Create ${definition.resource.noun}` : 'Save'}
            </ActionButton>
            {!isNew && form.isChanged && (
              <Button variant="default" onClick={form.reset}>
                Undo changes
              </Button>
            )}
            {renderExtra?.(values)}
          </Group>
        </Stack>
      </form>
    </FormFactsProvider>
  );
}

const isIdle = ({ isChanged }: ObjectFormState, isNew: boolean): boolean => !isNew && !isChanged;

const isIn = (names: readonly string[], path: string): boolean =>
  names.includes(path.split('.')[0] ?? '');

const isSaveKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey);

interface FieldsProps {
  readonly names: readonly string[];
  readonly schema: FieldSchema;
  readonly form: ObjectFormState;
  readonly isDisabled: boolean;
}

function Fields({ names, schema, form, isDisabled }: FieldsProps) {
  const { properties = {}, required = [] } = schema;
  const { values, set } = form;
  return (
    <Stack gap="sm">
      {names.map((name) => (
        <Field
          key={name}
          {...{ name, isDisabled }}
          path={name}
          schema={properties[name] ?? {}}
          beside={{ schema, values }}
          value={values[name]}
          isRequired={required.includes(name)}
          onChange={(value) => set(name, value)}
        />
      ))}
    </Stack>
  );
}

/** What the service says of the form as a whole. What it says of fields stands beside them. */
function Said({ form, schema }: { readonly form: ObjectFormState; readonly schema: FieldSchema }) {
  const { failure, refusal, problems, warnings } = form;
  const { rest, byPath } = problems;
  const wrong = titlesOf(schema, Object.keys(byPath));
  const isBeside = wrong.length > 0 && rest.length === 0;
  return (
    <>
      {failure !== undefined && !isBeside && <ProblemAlert error={failure} title="Not saved" />}
      {failure !== undefined && isBeside && (
        <Alert color="red" title="Not saved" role="alert">
          What is wrong stands beside the field: {wrong.join(', ')}.
        </Alert>
      )}
      {refusal && <ProblemAlert error={refusal} title="This would be refused" />}
      {failure === undefined && rest.length > 0 && (
        <Sentences
          title="This would be refused"
          color="red"
          texts={rest.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))}
        />
      )}
      {warnings.length > 0 && (
        <Sentences title="It can be saved, but" color="yellow" texts={warnings} />
      )}
    </>
  );
}

/** What people call the fields that paths begin with, each once. */
const titlesOf = ({ properties = {} }: FieldSchema, paths: readonly string[]): string[] => [
  ...new Set(
    paths.map((path) => fieldOf(path)).map((name) => titleOf(name, properties[name] ?? {})),
  ),
];

interface SentencesProps {
  readonly title: string;
  readonly color: string;
  readonly texts: readonly string[];
}

function Sentences({ title, color, texts }: SentencesProps) {
  return (
    <Alert color={color} title={title} role="status">
      <List size="sm">
        {[...new Set(texts)].map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
