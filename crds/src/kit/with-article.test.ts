import { describe, expect, it } from 'vitest';
import { withArticle } from './with-article.ts';

describe('a noun', () => {
  it.each([
    'an Organization',
    'an access tier',
    'an APIKey',
    'an A/B test',
    'an MCP server',
    'an SLADefinition',
    'an EventSubscription',
    'a user',
    'a BusinessUnit',
    'a RateLimitPolicy',
    'a ModelDeprecation',
    'a team',
  ])('has the article that it is read with: %s', (right) => {
    expect(withArticle(right.replace(/^an? /, ''))).toBe(right);
  });
});
