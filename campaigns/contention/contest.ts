/** One request of one client. */
export interface Shot {
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
  readonly shots: readonly Shot[];
  /** How many can win: then exactly as many must. Null: every declared response is allowed. */
  readonly winners: number | null;
  /** An accepted request may have found nothing left to change. */
  readonly mayRepeat?: boolean;
}

/** One client's response. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

/** A change of an appointment. */
export function patch(cookie: string, appointmentId: number, body: object): Shot {
  return {
    cookie,
    method: 'PATCH',
    path: `/api/appointments/${appointmentId}`,
    body,
    appointmentId,
  };
}
