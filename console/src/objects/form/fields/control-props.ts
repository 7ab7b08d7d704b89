import { choiceText } from '../../../ui/text/choice-text.ts';
import type { ReactNode } from 'react';
import type { FieldSchema } from '../../schema/form-schemas.ts';
import type { FormValues } from '../values/form-values.ts';

/** What stands beside a field: the schema and the values of the structure that it is in. */
export interface Beside {
  readonly schema: FieldSchema;
  readonly values: FormValues;
}

/** What each control of a form is given. */
export interface ControlProps {
  readonly name: string;
  /** From the form's top: `credentials.0.name`. */
  readonly path: string;
  readonly schema: FieldSchema;
  readonly beside: Beside;
  /** As inputs of Mantine take them. */
  readonly labels: {
    readonly label: string;
    readonly description: ReactNode;
    readonly error: string | undefined;
    readonly withAsterisk: boolean;
    readonly disabled: boolean;
  };
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** The text of a value; empty where it is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The texts of a list; empty where it is none. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : [];

/** The names and values of a structure; empty where it is none. */
export const mapOf = (value: unknown): FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FormValues) : {};

/** What holds where a field is not set; undefined where nothing does. */
export function defaultText({ default: fallback, enum: choices }: FieldSchema): string | undefined {
  if (typeof fallback === 'string' && fallback !== '') {
    return `Default: ${choices ? choiceText(fallback) : fallback}`;
  }
  return typeof fallback === 'number'
    ? `Default: ${fallback.toLocaleString('en', { maximumFractionDigits: 10 })}`
    : undefined;
}

/** What a field of a form is made of. */
export interface FieldProps {
  readonly name: string;
  readonly path: string;
  readonly schema: FieldSchema;
  readonly beside: Beside;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (value: unknown) => void;
}
