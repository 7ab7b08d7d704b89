import type { AttributeValues, RequestAttributes } from '../request-attributes.ts';
import type { PolicyBook } from './policy-book.ts';

/** Beyond so many, only those that the request has are looked for. */
const FEW_NAMES = 32;

/** What every decision shows of a request, and what some policy asks about. */
export function shownAttributes(
  attributes: RequestAttributes,
  { attributeNames }: Pick<PolicyBook, 'attributeNames'>,
): AttributeValues {
  const shown = attributes.identity();
  if (attributeNames.size <= FEW_NAMES) return attributes.pick(attributeNames, shown);
  const asked = attributes.names().filter((name) => attributeNames.has(name));
  return attributes.pick(asked, shown);
}
