/** Whether labels match a selector of `key`, `!key`, `key=value` and `key!=value`, separated by commas. */
export function matchesLabels(
  labels: Readonly<Record<string, string>>,
  selector: string | undefined,
): boolean {
  return (selector ?? '')
    .split(',')
    .filter((term) => term !== '')
    .every((term) => matchesTerm(labels, term.trim()));
}

function matchesTerm(labels: Readonly<Record<string, string>>, term: string): boolean {
  const [key = '', value = ''] = term.split(/!?==?/);
  if (term.startsWith('!')) return labels[term.slice(1)] === undefined;
  if (term.includes('!=')) return labels[key] !== value;
  if (term.includes('=')) return labels[key] === value;
  return labels[key] !== undefined;
}
