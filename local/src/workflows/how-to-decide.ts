import type { DecisionPlaces, StepSeen } from './engine-client.ts';

/** What to do about a step that waits for an approval: nothing where it does not, and why not where whoever started the execution may not decide. */
export function howToDecide(
  places: DecisionPlaces,
  id: string,
  { path, status, type, cannot_decide: why }: StepSeen,
): readonly string[] {
  if (status !== 'waiting' || type !== 'approval') return [];
  const page = places.console === undefined ? undefined : `${places.console}executions/${id}`;
  if (typeof why === 'string') return [why, ...(page === undefined ? [] : [page])];
  const body = JSON.stringify({ step: path, payload: { approved: true } });
  const command = [
    `curl ${places.engine}/api/v1/executions/${id}/signal`,
    `-H "Authorization: Bearer $(cat '${places.keyFile}')"`,
    `-H 'Content-Type: application/json' -d '${body}'`,
  ].join(' ');
  const where = page === undefined ? '' : ` at ${page}, or`;
  return [
    `it waits for an approval: decide${where} by this command, where false declines`,
    command,
  ];
}
