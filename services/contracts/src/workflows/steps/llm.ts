import { z } from 'zod';

/** A model's answer to a prompt, or to a conversation. */
export const llmWith = z
  .strictObject({
    /** Id, alias or group. Absent: the default model of the installation. */
    model: z.string().min(1).max(200).optional(),
    /** What the user says. */
    prompt: z.string().min(1).optional(),
    /** The whole conversation, in place of `prompt`. */
    messages: z
      .array(
        z.strictObject({
          role: z.enum(['system', 'user', 'assistant']),
          content: z.string(),
        }),
      )
      .min(1)
      .max(100)
      .optional(),
    /** What the model is told before anything else. */
    system: z.string().optional(),
    max_tokens: z.int().min(1).max(1_000_000).optional(),
    temperature: z.number().min(0).max(2).optional(),
    /** On: the answer is asked for as a JSON object, and read; one that is none fails the step. */
    json: z.boolean().optional(),
    /** Passed on as it is, for a model that takes a schema. */
    response_format: z.record(z.string(), z.unknown()).optional(),
  })
  .refine(({ prompt, messages }) => (prompt === undefined) !== (messages === undefined), {
    path: ['prompt'],
    error: 'name either prompt or messages, and not both',
  });

/** What an `llm` step puts out. */
export interface LlmOutput {
  readonly text: string;
  /** The answer read as JSON; where `json` is on or `response_format` is set. */
  readonly json?: unknown;
  /** The model that answered. */
  readonly model: string;
  readonly usage: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly total_tokens: number;
  };
}
