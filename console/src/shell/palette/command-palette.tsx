import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import { useState, type KeyboardEvent } from 'react';
import { useCommands } from './use-commands.ts';
import { useFound, useRequestAction } from './use-found.ts';

/** So many sections and actions are offered beside what a search finds. */
const MOST_OF_GROUP = 8;

/** Without a graphics card, to blur what lies behind takes longer than all the rest of opening it. */
const SHARP = { blur: 0, backgroundOpacity: 0.5 };

/** The command palette: sections, objects, actions, and requests by their id. */
export function CommandPalette() {
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const { places, actions } = useCommands();
  const { objects, note } = useFound(query);
  const requests = useRequestAction(query);
  const groups = [
    { group: 'Requests', actions: requests },
    { group: 'Sections', actions: matching(places, query) },
    { group: 'Objects', actions: objects },
    { group: 'Actions', actions: matching(actions, query) },
  ];
  return (
    <Spotlight
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      filter={(_query, all) => all}
      actions={groups.flatMap(asGroup)}
      scrollable
      maxHeight={420}
      overlayProps={SHARP}
      nothingFound={note}
      attributes={{ content: { 'aria-label': 'Search' } }}
      searchProps={{
        placeholder: 'Sections, objects, actions, request ids',
        'aria-label': 'Search',
        onKeyDown: chooseFirst,
      }}
    />
  );
}

/** Enter opens the first of what is offered, where no other was chosen. What a search found comes too late for Spotlight to choose it itself. */
function chooseFirst({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key !== 'Enter') return;
  const palette = currentTarget.closest('[role="dialog"]');
  if (!palette || palette.querySelector('[data-action][data-selected]')) return;
  palette.querySelector<HTMLElement>('[data-action]')?.setAttribute('data-selected', 'true');
}

function matching(all: readonly SpotlightActionData[], query: string) {
  if (query === '') return all;
  const wanted = query.toLowerCase();
  return all.filter(({ label }) => label?.toLowerCase().includes(wanted)).slice(0, MOST_OF_GROUP);
}

interface Group {
  readonly group: string;
  readonly actions: readonly SpotlightActionData[];
}

const asGroup = ({ group, actions }: Group): SpotlightActionGroupData[] =>
  actions.length === 0 ? [] : [{ group, actions: [...actions] }];
