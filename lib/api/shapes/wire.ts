import { z } from 'zod';

/*
 * What the fields of answers are made of. Every wire name of an answer stands in this folder and nowhere else, with the schema
 * that describes it beside the function that presents it.
 */

export const text = (description: string) => z.string().meta({ description });

export const whole = (description: string) => z.int().meta({ description });

export const time = (description: string) =>
  z.string().meta({ description: `${description}, RFC 3339 UTC`, format: 'date-time' });

export const timeOrNull = (description: string) => time(description).nullable();

export const anyJson = (description: string) => z.unknown().meta({ description });
