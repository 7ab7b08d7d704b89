import type { FieldSchema } from '../../form-schemas.ts';

/** What each control of a form is given. */
export interface ControlProps {
  readonly name: string;
  readonly schema: FieldSchema;
  /** As inputs of Mantine take them. */
  readonly labels: {
    readonly label: string;
    readonly description: string | undefined;
    readonly error: string | undefined;
    readonly withAsterisk: boolean;
    readonly disabled: boolean;
  };
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** The text of a value; empty where it is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What holds where a field is not set; undefined where nothing does. */
export function defaultText({ default: fallback }: FieldSchema): string | undefined {
  if (typeof fallback === 'string' && fallback !== '') return `Without it: ${fallback}`;
  return typeof fallback === 'number' ? `Without it: ${fallback}` : undefined;
}
