/** How long a text may be, in characters, and whether it may contain line breaks. */
export interface TextRule {
  readonly max: number;
  readonly lines: 'one' | 'many';
}

/**
 * How many characters (UTF-16 code units, as browsers count them) the server accepts in texts that people
 * write, for schemas and the forms' `maxLength`. Separate from the schemas, because forms need it before
 * the validator has loaded. Job details are in `appointments/job-details.ts`, vehicles in `vehicles/schemas.ts`.
 */
export const textLimits = {
  personName: 60,
  phone: 40,
  email: 254,
  password: 128,
  /** A code from an authenticator app, or a backup code. */
  secondFactorCode: 20,
  /** A picture as a data URL. */
  picture: 48_000,
  address: 300,
  /** The reason of a cancellation, declined job or refund. */
  reason: 500,
  search: 100,
  serviceName: 100,
  serviceDescription: 2000,
  skill: 40,
  planName: 100,
  planDescription: 500,
  areaName: 100,
  /** A terminal's or bank's id of a payment. */
  transactionId: 100,
  /** A message in a conversation with the office. */
  message: 4000,
  /** A question to the assistant. */
  question: 1000,
  /** The assistant's answer, which is sent back with the next question. */
  answer: 4000,
} as const;
