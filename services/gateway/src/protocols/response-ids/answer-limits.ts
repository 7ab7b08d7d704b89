import type { JsonLimits } from '@aicp/common/json/json-scanner';

/** What a response may be made of: far more than any is. */
export const ANSWER_LIMITS: JsonLimits = { depth: 256, elements: 1_000_000 };
