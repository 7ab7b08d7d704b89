import { Select } from '@mantine/core';
import { useState } from 'react';
import { useUser } from '../../api/runtime.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';

/** Whose limits and budgets count for what somebody tries or runs. */
export interface TeamChoice {
  readonly teams: readonly string[];
  /** Undefined where they are in no more than one. */
  readonly team: string | undefined;
  readonly choose: (team: string) => void;
}

/** The teams of whoever is signed in. Without a choice, the first by name counts. */
export function useTeamChoice(): TeamChoice {
  const teams = useUser().team_ids.toSorted();
  const [chosen, choose] = useState<string>();
  const isOffered = teams.length > 1;
  return { teams, choose, team: isOffered ? (chosen ?? teams[0]) : undefined };
}

/** Asks for the team, where there is a choice. */
export function TeamSelect({ choice: { teams, team, choose } }: { readonly choice: TeamChoice }) {
  if (team === undefined) return null;
  return (
    <Select
      {...{ label: 'Team', maw: 320, allowDeselect: false }}
      description="Its models, limits and budgets hold, and what it costs is counted as the team’s."
      data={teams.map((value) => ({ value, label: visibleText(value) }))}
      value={team}
      onChange={(next) => {
        if (next !== null) choose(next);
      }}
    />
  );
}
