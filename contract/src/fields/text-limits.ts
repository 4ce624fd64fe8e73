/** The maximum length of a text field in characters, and whether it may contain line breaks. */
export interface TextRule {
  readonly max: number;
  readonly lines: 'one' | 'many';
}

/**
 * The maximum lengths of user-entered text, in UTF-16 code units, as browsers count them. They are separate from
 * the schemas, because forms need them for `maxLength` before the validator has loaded. The limits of job details
 * are in `appointments/job-details.ts`, and those of vehicles are in `vehicles/schemas.ts`.
 */
export const textLimits = {
  personName: 60,
  /** The office's notes about a customer. */
  officeNotes: 4000,
  phone: 40,
  /** A customer's id in the program that they are imported from. */
  externalId: 100,
  email: 254,
  password: 128,
  /** A code from an authenticator app, an email or a text message, or a backup code. */
  verificationCode: 20,
  /** A picture as a data URL. */
  picture: 48_000,
  address: 300,
  /** The reason for canceling an appointment, declining a job or refunding a payment. */
  reason: 500,
  search: 100,
  serviceName: 100,
  serviceDescription: 2000,
  skill: 40,
  holidayName: 60,
  planName: 100,
  planDescription: 500,
  areaName: 100,
  businessName: 80,
  businessAddress: 200,
  landingHeadline: 120,
  landingIntro: 400,
  /** A payment's id at the card terminal or bank. */
  transactionId: 100,
  /** A message in a conversation with the office. */
  message: 4000,
  /** A question to the assistant. */
  question: 1000,
  /** The assistant's answer, which is sent back with the next question. */
  answer: 4000,
} as const;
