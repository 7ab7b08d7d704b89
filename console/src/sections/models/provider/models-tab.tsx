import type { ApiObject } from '../../../api/api-object.ts';
import { activeColumn, textColumn } from '../../../objects/kit/columns.tsx';
import { EmptyNote } from '../../../records/kit/empty-note.tsx';
import type { RecordColumn } from '../../../records/kit/record-list-props.ts';
import { RecordList } from '../../../records/record-list.tsx';
import { pageOf, RESOURCES } from '../../../resources/resource-table.ts';
import { StateBadge } from '../../../ui/cells/state-badge.tsx';
import { inputPriceColumn, outputPriceColumn } from '../model/model-columns.tsx';

const COLUMNS: readonly RecordColumn<ApiObject>[] = [
  { field: 'id', title: 'Model', isSortable: true },
  textColumn('upstream_model', 'Called there'),
  textColumn('tier'),
  inputPriceColumn,
  outputPriceColumn,
  activeColumn,
  { field: 'ready', title: 'State', cell: (object) => <StateBadge object={object} /> },
];

/** The models that a provider serves. */
export const ModelsTab = ({ object }: { readonly object: ApiObject }) => (
  <RecordList<ApiObject>
    collection={RESOURCES.model.collection}
    nouns="models"
    idOf={({ id }) => id}
    columns={COLUMNS}
    query={{ provider: object.id }}
    linkOf={({ id }) => pageOf(RESOURCES.model, id)}
    isSearchable
    empty={
      <EmptyNote title="No models yet">
        Create a model that names this provider, and clients can ask for it.
      </EmptyNote>
    }
  />
);
