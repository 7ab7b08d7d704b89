import { Code } from '@mantine/core';
import type { FieldSchema } from '../../schema/form-schemas.ts';
import { descriptionParts } from './description-parts.ts';

export interface DescriptionProps {
  readonly text: string;
  /** The structure that the field is in: others in it are called by their titles. */
  readonly beside: FieldSchema;
}

/** What a field is for. */
export const Description = ({ text, beside }: DescriptionProps) =>
  descriptionParts(text, beside).map((part, index) =>
    part.isCode ? (
      // Parts stay where they are.
      <Code key={index} fz="inherit">
        {part.text}
      </Code>
    ) : (
      part.text
    ),
  );
