import type { ErrorCode, Refusal } from '@curbwrench/contract/api/errors';

/** A result that may be an expected refusal. Refusals are values; exceptions are bugs or outages. */
export type Result<T> = { readonly ok: true; readonly value: T } | Refused;

/** A result that is a refusal. */
export interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** Returns a result that is not a refusal. */
export function accepted<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** Returns a refusal. `fields` contains the error messages of a form's fields, by field name. */
export function refused(
  code: ErrorCode,
  message: string,
  fields?: Readonly<Record<string, string>>,
): Refused {
  return { ok: false, refusal: fields ? { code, message, fields } : { code, message } };
}
