import { z } from 'zod';

const text = z.looseObject({ type: z.literal('output_text'), text: z.string().min(1) });

const message = z.looseObject({
  id: z.string(),
  type: z.literal('message'),
  content: z.array(text).min(1),
});

const reasoning = z.looseObject({
  id: z.string(),
  type: z.literal('reasoning'),
  summary: z.array(z.looseObject({ type: z.literal('summary_text'), text: z.string() })),
  // How it comes in a stream differs from vendor to vendor.
  content: z.union([z.null(), z.array(z.never())]).optional(),
});

export type RepeatableItem = z.output<typeof message> | z.output<typeof reasoning>;

/** A whole response in text, which calls no tool. */
export const repeatable = z
  .looseObject({
    object: z.literal('response'),
    status: z.literal('completed'),
    error: z.null().optional(),
    output: z.array(z.union([message, reasoning])),
  })
  .refine(({ output }) => output.some(({ type }) => type === 'message'));
