import { z } from 'zod';

/** Fields that many events have. */
export const time = (description: string) => z.iso.datetime().meta({ description });
export const day = (description: string) => z.iso.date().meta({ description });
export const text = (description: string) => z.string().meta({ description });
export const usd = (description: string) => z.number().meta({ description });
export const incident = () => text('The same for what begins an incident and for what ends it.');
