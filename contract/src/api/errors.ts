/**
 * The HTTP status of each code with which a request can be refused. The body of a refusal is one sentence as plain
 * text, or RFC 9457 problem details for clients that accept them. Codes are stable; sentences are not.
 */
export const errorStatuses = {
  invalid_request: 400,
  unsupported_media_type: 415,
  too_large: 413,
  not_signed_in: 401,
  not_allowed: 403,
  not_found: 404,
  wrong_status: 409,
  slot_taken: 409,
  slot_closed: 409,
  outside_hours: 409,
  mechanic_busy: 409,
  vehicle_already_booked: 409,
  price_changed: 409,
  too_late: 409,
  too_early: 409,
  too_many_open: 409,
  in_use: 409,
  changed_meanwhile: 409,
  appointments_outside: 409,
  last_admin: 409,
  open_jobs: 409,
  idempotency_mismatch: 422,
  wrong_credentials: 401,
  email_not_verified: 403,
  two_factor_required: 403,
  link_expired: 410,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** An expected refusal: a value, never thrown by rules or commands. */
export interface Refusal {
  readonly code: ErrorCode;
  /** One sentence. */
  readonly message: string;
  /** One sentence for each invalid field, by the field's name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** When to try again, if known: the Retry-After header (RFC 9110). */
  readonly retryAfterSeconds?: number;
}

/** RFC 9457 problem details with a stable code, and one sentence for each invalid field. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ErrorCode;
  readonly fields?: Readonly<Record<string, string>>;
}
