import { z } from 'zod';
import { line, money, priceInput, rowId, text } from '../fields/schemas.ts';
import { textLimits } from '../fields/text-limits.ts';

/** How often a plan is billed. */
export const planIntervals = ['month', 'quarter', 'year'] as const;
export type PlanInterval = (typeof planIntervals)[number];

/** A service that a plan includes, and how many times in each billing interval. */
const includedService = z.object({
  serviceId: rowId(),
  name: z.string(),
  uses: z.number().int(),
});

export const plan = z.object({
  id: rowId(),
  name: z.string(),
  description: z.string(),
  price: money,
  interval: z.enum(planIntervals),
  /** Applies to every service that isn't included, or whose included uses are used up. */
  discountPercent: z.number().int(),
  services: z.array(includedService),
  /** Incremented with each change; a customer who joins sends the version they saw. */
  version: z.number().int(),
  /** Whether it is no longer offered. If so, only admins see it, but customers who joined keep it. */
  archived: z.boolean(),
  /** How many customers have it; for admins only, null for everyone else. */
  members: z.number().int().nullable(),
});
export type Plan = z.infer<typeof plan>;

const priceMessage = 'Price must be more than zero, with up to two decimal places';
const discountMessage = 'The discount must be a whole number from 0 to 100';
const usesMessage = 'Uses must be a whole number from 1 to 99';

/** The form that creates or changes a plan. In both cases, it sends the full plan. */
export const planInput = z
  .object({
    name: line(textLimits.planName).min(2, 'Plan name must be at least 2 characters'),
    description: text(textLimits.planDescription).min(
      10,
      'Description must be at least 10 characters',
    ),
    price: priceInput('Price', priceMessage).refine((price) => Number(price) > 0, priceMessage),
    interval: z.enum(planIntervals, 'Please select how often it is billed'),
    discountPercent: z
      .number(discountMessage)
      .int(discountMessage)
      .min(0, discountMessage)
      .max(100, discountMessage),
    services: z
      .array(
        z.object({
          serviceId: rowId('Please select a service'),
          uses: z.number(usesMessage).int(usesMessage).min(1, usesMessage).max(99, usesMessage),
        }),
      )
      .max(50, 'A plan can include up to 50 services'),
  })
  .refine(
    ({ services }) => new Set(services.map(({ serviceId }) => serviceId)).size === services.length,
    { path: ['services'], message: 'Each service can be included only once' },
  )
  .refine(({ services, discountPercent }) => services.length > 0 || discountPercent > 0, {
    path: ['services'],
    message: 'Please include a service or enter a discount',
  });
export type PlanInput = z.infer<typeof planInput>;
