/** A value of the API as text, where a column says nothing else. Empty where there is none. */
export function valueText(value: unknown): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'Yes' : 'No';
    case 'string':
      return value;
    case 'number':
    case 'bigint':
      return value.toString();
    case 'object':
      return structureText(value);
    default:
      return '';
  }
}

function structureText(value: object | null): string {
  if (value === null) return '';
  return Array.isArray(value) ? value.map(valueText).join(', ') : JSON.stringify(value);
}
