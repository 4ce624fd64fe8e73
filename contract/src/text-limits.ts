/** How long a text may be, in characters, and whether it may hold line breaks. */
export interface TextRule {
  readonly max: number;
  readonly lines: 'one' | 'many';
}

/**
 * How many characters (UTF-16 code units, as browsers count them) the server takes of what people
 * write. Schemas and the forms' `maxLength` both read it. Apart from the schemas, so that a form has
 * it before the validator. What is told of a job is in `job-details.ts`, vehicles in `vehicles.ts`.
 */
export const textLimits = {
  personName: 60,
  phone: 40,
  email: 254,
  password: 128,
  /** A code of an authenticator app, or a backup code. */
  secondFactorCode: 20,
  /** A picture as a data URL. */
  picture: 48_000,
  address: 300,
  /** Why something is cancelled, given back or refunded. */
  reason: 500,
  search: 100,
  serviceName: 100,
  serviceDescription: 2000,
  skill: 40,
  planName: 100,
  planDescription: 500,
  areaName: 100,
  /** What a terminal or a bank calls a payment. */
  transactionId: 100,
  /** A message of a conversation with the office. */
  message: 4000,
  /** A question to the assistant. */
  question: 1000,
  /** Its answer, which comes back with the next question. */
  answer: 4000,
} as const;
