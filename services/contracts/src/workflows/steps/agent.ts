import { z } from 'zod';

/** A message to an A2A agent, whose task is followed to its end. */
export const agentWith = z.strictObject({
  /** metadata.name of the Agent. */
  agent: z.string().min(1).max(253),
  message: z.string().min(1),
});

/** What an `agent` step puts out. */
export interface AgentOutput {
  /** The text of its message and of its artifacts. */
  readonly text: string;
  /** State of the task, such as `completed`; absent where it answered with a message alone. */
  readonly state?: string;
  readonly task_id?: string;
  readonly artifacts: readonly unknown[];
}
