import { Stack, Table, Text } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { countText, usdText } from '../../../ui/text/format-number.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { Usd } from '../../../ui/cells/numbers.tsx';
import { pieceTexts, pricedLines, pricesOf, type EffectivePrices } from './effective-prices.ts';
import { TableRegion } from '../../../ui/table-region.tsx';

/** What a model costs now, wherever that is said: by itself, by a price catalog, or by the data of the release. */
export function PricesTab({ object }: { readonly object: ApiObject }) {
  const prices = pricesOf(object);
  if (!prices) {
    return <Text size="sm">Its prices are known as soon as a gateway has taken it up.</Text>;
  }
  return (
    <Stack gap="sm">
      <Source prices={prices} />
      <PriceTable prices={prices} />
      {prices.price_per_request !== null && (
        <Text size="sm">
          Each request that is answered costs {usdText(prices.price_per_request)} more.
        </Text>
      )}
      {pieceTexts(prices, usdText).map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
      {prices.tiers.length > 0 && (
        <Text size="sm" c="dimmed">
          The prices of a long prompt hold for all tokens of its request.
        </Text>
      )}
    </Stack>
  );
}

const Source = ({
  prices: { source, updated_at: since },
}: {
  readonly prices: EffectivePrices;
}) => (
  <Text size="sm" c="dimmed">
    {source === null
      ? 'Nobody says what it costs: its spend is not known, and limits on money refuse it.'
      : `From: ${source}.`}{' '}
    {since !== null && (
      <>
        In force since <Moment at={since} />.
      </>
    )}
  </Text>
);

const PriceTable = ({ prices }: { readonly prices: EffectivePrices }) => (
  <TableRegion label="Prices of a million tokens" minWidth={360} maw={720}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>USD for a million tokens</Table.Th>
        <Table.Th ta="end">Price</Table.Th>
        {prices.tiers.map(({ above_input_tokens: from }) => (
          <Table.Th key={from} ta="end">
            Prompt above {countText(from)}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {pricedLines(prices).map(({ title, field }) => (
        <Table.Tr key={field}>
          <Table.Th scope="row">{title}</Table.Th>
          <Table.Td ta="end">
            <Usd value={prices[field]} />
          </Table.Td>
          {prices.tiers.map((tier) => (
            <Table.Td key={tier.above_input_tokens} ta="end">
              <Usd value={tier[field] ?? prices[field]} />
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </TableRegion>
);
