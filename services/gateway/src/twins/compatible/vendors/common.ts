import { jsonReply } from '../../kit/start-twin.ts';
import type { TwinUsage } from '../../kit/answer-for.ts';
import type { ChatVendor, Refused } from '../chat-vendor.ts';

/** As OpenAI writes it. */
export const openAiUsage = (usage: TwinUsage) => {
  const prompt_tokens = usage.input + usage.cachedInput + usage.cacheWrite;
  const completion_tokens = usage.output + usage.reasoning;
  return {
    ...{ prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    prompt_tokens_details: { cached_tokens: usage.cachedInput },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
};

/** The three counts alone. */
export const plainUsage = (usage: TwinUsage) => {
  const { prompt_tokens, completion_tokens, total_tokens } = openAiUsage(usage);
  return { prompt_tokens, completion_tokens, total_tokens };
};

const openAiRefusal = ({ status, message, param }: Refused) =>
  jsonReply({ error: { message, type: typeOf(status), param: param ?? null, code: null } }, status);

export const typeOf = (status: number): string =>
  status >= 500 ? 'server_error' : 'invalid_request_error';

const never = () => false;
export const wantsEffort = ({
  reasoning_effort,
}: {
  reasoning_effort?: string | null | undefined;
}) => typeof reasoning_effort === 'string' && reasoning_effort !== 'none';
const asReasoningContent: ChatVendor['reasoning'] = ({ text }) => ({ reasoning_content: text });
export const asReasoning: ChatVendor['reasoning'] = ({ text }) => ({ reasoning: text });

/** What most of them have in common. */
export const COMMON = {
  base: '/v1',
  needsKey: true,
  refusal: openAiRefusal,
  thinks: never,
  reasoning: asReasoningContent,
  usage: openAiUsage,
  usageIn: 'asked',
} as const satisfies Partial<ChatVendor>;
