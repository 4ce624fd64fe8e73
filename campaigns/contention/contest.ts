/** One request of one client. */
export interface ContestRequest {
  readonly cookie: string;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: object;
  /** The appointment it is about; null for a booking. */
  readonly appointmentId: number | null;
}

/** Requests that are sent at the same moment, and the expected outcome. */
export interface Contest {
  readonly name: string;
  readonly requests: readonly ContestRequest[];
  /** How many requests must be accepted; null if every declared response is allowed. */
  readonly winners: number | null;
  /** Whether an accepted request may have changed nothing, because another had the same effect. */
  readonly mayRepeat?: boolean;
}

/** One client's response. */
export interface ContestResponse {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

/** Returns a request that changes an appointment. */
export function patch(cookie: string, appointmentId: number, body: object): ContestRequest {
  return {
    cookie,
    method: 'PATCH',
    path: `/api/appointments/${appointmentId}`,
    body,
    appointmentId,
  };
}
