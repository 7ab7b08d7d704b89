import { expect, it } from 'vitest';
import { SimulationPlaces } from './simulation-places.ts';

it('of simulations are two, of which one organization has one', () => {
  const places = new SimulationPlaces();
  const giveBack = places.take('acme');
  expect(() => places.take('acme')).toThrow('of your organization');
  places.take('globex');
  expect(() => places.take(undefined)).toThrow('Other simulations');
  giveBack();
  places.take(undefined);
  expect(() => places.take('acme')).toThrow('Other simulations');
});
