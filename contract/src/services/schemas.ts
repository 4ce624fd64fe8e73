import { z } from 'zod';
import { line, money, priceInput, rowId, text } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';

export const service = z.object({
  id: rowId(),
  name: z.string(),
  description: z.string(),
  price: money,
  /** In minutes. */
  duration: z.number().int(),
  /** Null also for a visitor. */
  laborHours: z.string().nullable(),
  /** The skill that a mechanic needs to do it; null if any mechanic can, and for a visitor. */
  skill: z.string().nullable(),
});
export type Service = z.infer<typeof service>;

const durationMessage = 'Duration must be a positive number in minutes';
const laborMessage = 'Labor hours must be a positive number';

/** The form that creates a service. */
export const serviceInput = z.object({
  name: line(textLimits.serviceName).min(2, 'Service name must be at least 2 characters'),
  description: text(textLimits.serviceDescription).min(
    10,
    'Description must be at least 10 characters',
  ),
  price: priceInput('Price', 'Price must be zero or more, with up to two decimal places'),
  duration: z
    .number(durationMessage)
    .int(durationMessage)
    .positive(durationMessage)
    .max(960, 'A service can take up to 16 hours.'),
  laborHours: z
    .number(laborMessage)
    .min(0.01, laborMessage)
    .max(999, laborMessage)
    .nullish()
    .transform((value) => value ?? null),
  skill: line(textLimits.skill)
    .nullish()
    .transform((value) => value || null),
});
export type ServiceInput = z.infer<typeof serviceInput>;

/** Several new services together, such as the first services of a new business. */
export const servicesInput = z.object({
  services: z
    .array(serviceInput)
    .min(1, 'Please choose at least one service.')
    .max(50, 'You can add up to 50 services at once.'),
});

/** A change to a service: at least one of its fields. */
export const serviceChange = serviceInput
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    message: 'Please specify what to change.',
  });
export type ServiceChange = z.infer<typeof serviceChange>;
