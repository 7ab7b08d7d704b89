import { expect, it } from 'vitest';
import { RESOURCES, type Resource } from '../../resources/resource-table.ts';
import { readFormSchema } from './form-schemas.ts';

it.each((Object.values(RESOURCES) as Resource[]).map(({ type }) => type))(
  'has the fields of %s',
  async (type) => {
    const { schema } = await readFormSchema(type);
    expect(Object.keys(schema.properties ?? {})).not.toEqual([]);
  },
);
