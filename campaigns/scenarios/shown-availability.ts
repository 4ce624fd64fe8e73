import type { CoverageProposals } from '@curbwrench/contract/appointments/coverage-schemas';
import type { Slot } from '@curbwrench/contract/scheduling/schemas';
import type { Action } from './actions.ts';
import type { Request } from './requests.ts';
import { pick } from './step-context.ts';
import type { Step } from './scenario.ts';

/** What the application showed before a request, which the response must not contradict. */
export interface ShownAvailability {
  readonly tallyKey:
    | 'slotComparisons'
    | 'candidateComparisons'
    | 'coverageComparisons'
    | 'confirmedPreviews';
  readonly isFree: boolean;
  /** The refusal codes that contradict `isFree`. */
  readonly contradictingCodes: readonly string[];
}

/** Sends a request as one person. */
export type Send = (
  request: Omit<Request, 'actor'>,
) => Promise<{ statusCode: number; body: string }>;

interface RequestedTime {
  readonly date: string;
  readonly startTime: string;
  readonly serviceId: number;
  readonly additionalServiceIds?: readonly number[];
  readonly mechanicId: string;
  readonly confirmOutsideHours?: boolean;
}

/**
 * Returns what the caller is shown about the availability of the requested slot or mechanic; null if nothing is shown.
 * If `isOfficeRequest`, the caller may also book start times that are not slots.
 */
export async function readShownAvailability(
  action: Action,
  { url, payload }: Omit<Request, 'actor'>,
  send: Send,
  isOfficeRequest: boolean,
): Promise<ShownAvailability | null> {
  const requested = payload as RequestedTime;
  if (action === 'book' || action === 'reschedule') {
    const { date, serviceId, additionalServiceIds: ids = [] } = requested;
    const additional = ids.length > 0 ? `&additionalServiceIds=${ids.join(',')}` : '';
    const path =
      action === 'book'
        ? `/api/slots?date=${date}&serviceId=${serviceId}${additional}`
        : `${url}/slots?date=${date}`;
    const slots = await read<readonly Slot[]>(send, path);
    return slots && toShownSlot(slots, requested, isOfficeRequest);
  }
  if (action !== 'assign') return null;
  const candidates = await read<readonly { mechanic: { id: string }; free: boolean }[]>(
    send,
    `${url}/candidates`,
  );
  if (!candidates) return null;
  const candidate = candidates.find(({ mechanic }) => mechanic.id === requested.mechanicId);
  return {
    tallyKey: 'candidateComparisons',
    isFree: candidate?.free ?? false,
    contradictingCodes: ['mechanic_busy'],
  };
}

function toShownSlot(
  slots: readonly Slot[],
  { startTime, confirmOutsideHours = false }: RequestedTime,
  isOfficeRequest: boolean,
): ShownAvailability | null {
  const slot = slots.find((each) => each.startTime === startTime);
  // Only the office may book start times that are not slots.
  if (!slot && isOfficeRequest) return null;
  const isConfirmed = confirmOutsideHours && slot?.needsConfirmation === true;
  return {
    tallyKey: 'slotComparisons',
    isFree: slot?.available === true || isConfirmed,
    contradictingCodes: ['slot_taken', 'slot_closed', 'outside_hours'],
  };
}

/**
 * Returns the request with the jobs to cover, usually exactly as proposed; null if there are no jobs. A request that
 * matches the proposal must be accepted.
 */
export async function toCoverageRequest(
  request: Omit<Request, 'actor'>,
  { target, choice }: Step,
  send: Send,
): Promise<{
  request: Omit<Request, 'actor'>;
  shownAvailability: ShownAvailability | null;
} | null> {
  const coverage = await read<CoverageProposals>(send, request.url);
  if (!coverage) return { request, shownAvailability: null };
  const isExact = choice % 4 > 0;
  const jobs = coverage.jobs.flatMap(({ appointment, proposal, times }) => {
    // Otherwise, each job gets any of its options, which may not fit together.
    const time = isExact ? undefined : pick(times, target);
    const other = time && {
      mechanicId: pick(time.mechanicIds, choice) ?? '',
      startTime: time.startTime,
    };
    const chosen = other ?? proposal;
    return chosen ? [{ appointmentId: appointment.id, ...chosen }] : [];
  });
  if (jobs.length === 0) return null;
  const contradictingCodes = ['mechanic_busy', 'slot_closed', 'slot_taken', 'wrong_status'];
  return {
    request: { ...request, payload: { jobs } },
    shownAvailability: isExact
      ? { tallyKey: 'coverageComparisons', isFree: true, contradictingCodes }
      : null,
  };
}

async function read<T>(send: Send, url: string): Promise<T | null> {
  const { statusCode, body } = await send({ method: 'GET', url });
  return statusCode === 200 ? (JSON.parse(body) as T) : null;
}
