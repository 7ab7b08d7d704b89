import { useParams } from '@tanstack/react-router';

/** A part of the page's address (`$id`); empty where it has none of that name. */
export function usePathParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return params[name] ?? '';
}
