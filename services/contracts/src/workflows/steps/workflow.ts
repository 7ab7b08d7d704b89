import { z } from 'zod';

/** Another template, run to its end as an execution of its own. */
export const workflowWith = z.strictObject({
  /** `type` of the template. */
  template: z.string().min(1).max(64),
  /** Checked against its `inputSchema`. */
  input: z.record(z.string(), z.unknown()).optional(),
});

/** What a `workflow` step puts out. */
export interface WorkflowOutput {
  readonly execution_id: string;
  /** What that execution put out. */
  readonly output: unknown;
}
