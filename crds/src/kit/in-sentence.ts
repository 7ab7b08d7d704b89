/** A heading as it is written within a sentence: "rate limits" of "Rate limits", while "API keys" and "A/B tests" stay as they are. */
export const inSentence = (heading: string): string =>
  heading.replace(/^[A-Z](?=[a-z ]|$)/, (letter) => letter.toLowerCase());
