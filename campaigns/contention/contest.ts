/** One request of one client. */
export interface Shot {
  readonly cookie: string;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: object;
  /** The appointment it is about; null for a booking. */
  readonly appointmentId: number | null;
}

/** Requests that are fired at the same moment, and what must come of them. */
export interface Contest {
  readonly name: string;
  readonly shots: readonly Shot[];
  /** How many can win: then exactly as many must. Null: every answer that is declared will do. */
  readonly winners: number | null;
  /** An accepted request may have found nothing left to change. */
  readonly mayRepeat?: boolean;
}

/** What one client was answered. */
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
