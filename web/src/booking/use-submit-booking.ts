import type { SessionUser } from '@curbwrench/contract/people/schemas';
import type { Service } from '@curbwrench/contract/services/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError, getErrorMessageWithStatus } from '../api/api-error.ts';
import { sessionKey } from '../api/query-client.ts';
import { randomId } from '../lib/random-id.ts';
import { paths } from '../paths.ts';
import { showToast } from '../ui/toast-store.ts';
import { clearDraft, saveDraft } from './booking-draft.ts';
import {
  listChosenServices,
  sumDurations,
  toBookingBody,
  type BookingValues,
  type ValidBooking,
} from './booking-form-values.ts';
import { useBookAppointment, type BookingAttempt } from './queries.ts';

interface Submission {
  readonly user: SessionUser | null;
  readonly services: readonly Service[];
  /** The form's current values, to store them during a sign-in. */
  readonly getValues: () => BookingValues;
  /** Asks a visitor to sign in. */
  readonly openSignIn: () => void;
  /** The booking is made at this price or refused, so that no one pays a price they did not see. */
  readonly shownPrice: string | undefined;
}

/** A booking that was refused because its vehicle is already booked for that time. */
interface Overlap {
  readonly sentence: string;
  readonly booking: ValidBooking;
}

/**
 * Submits a validated form. On success it shows a toast and opens the appointments; on a refusal it shows
 * the reason and leaves the form unchanged.
 */
export function useSubmitBooking({
  user,
  services,
  getValues,
  openSignIn,
  shownPrice,
}: Submission) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const book = useBookAppointment();
  const lastAttempt = useRef<BookingAttempt | null>(null);
  const [overlap, setOverlap] = useState<Overlap | null>(null);
  const isOutcomeUnknown = book.isError && !(book.error instanceof ApiError);

  async function submit(checked: ValidBooking): Promise<void> {
    // An attempt without a response is repeated unchanged, with or without the confirmation.
    await send(checked, isOutcomeUnknown && lastAttempt.current?.booking.confirmOverlap === true);
  }

  async function send(checked: ValidBooking, confirmOverlap: boolean): Promise<void> {
    if (user === null) return openSignIn();
    const [first, ...others] = listChosenServices(services, checked);
    const duration = first && sumDurations([first, ...others]);
    const offered = { ...checked, additionalServiceIds: others.map(({ id }) => id) };
    // An attempt without a response may have used up the plan's benefit: it is repeated at the same price.
    const price = isOutcomeUnknown ? lastAttempt.current?.booking.shownPrice : shownPrice;
    const body = {
      ...toBookingBody(offered, duration),
      ...(price !== undefined && { shownPrice: price }),
      ...(confirmOverlap && { confirmOverlap }),
    };
    lastAttempt.current = toAttempt(body, lastAttempt.current, randomId);
    try {
      await book.mutateAsync(lastAttempt.current);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'vehicle_already_booked') {
        return setOverlap({ sentence: error.sentence, booking: checked });
      }
      setOverlap(null);
      return showFailure(error);
    }
    setOverlap(null);
    clearDraft(sessionStorage);
    showToast({
      title: 'Appointment booked',
      description: 'Your appointment has been successfully scheduled.',
    });
    await navigate({ to: paths.appointments });
  }

  function showFailure(error: unknown): void {
    showToast({
      title: 'Booking failed',
      description: getErrorMessageWithStatus(error, 'There was an error booking your appointment'),
      destructive: true,
    });
    if (error instanceof ApiError && error.code === 'price_changed') {
      // The summary shows the new price before the next attempt.
      for (const noun of ['service', 'subscription', 'area']) {
        void client.invalidateQueries({ queryKey: [noun] });
      }
    }
    if (error instanceof ApiError && error.status === 401) {
      // The session ended meanwhile: the draft is stored for the next person who signs in, like a
      // visitor's.
      saveDraft(sessionStorage, null, getValues());
      void client.invalidateQueries({ queryKey: sessionKey, exact: true });
    }
  }

  return {
    submit,
    /** Set if the vehicle is already booked at that time: the question to confirm, and the two replies. */
    overlap: overlap && {
      sentence: overlap.sentence,
      confirm: () => void send(overlap.booking, true),
      discard: () => setOverlap(null),
    },
    isBusy: book.isPending || book.isSuccess,
    /** Whether no response came, so that the booking may exist or not. Submitting again finds out. */
    isOutcomeUnknown,
    discard: book.reset,
  };
}

/**
 * Returns the attempt to send. Submitting again unchanged, as after a network failure, is the same attempt
 * with the same key, so that the server makes one booking; any change is a new attempt with a new key.
 */
export function toAttempt(
  booking: BookingAttempt['booking'],
  lastAttempt: BookingAttempt | null,
  makeKey: () => string,
): BookingAttempt {
  const isRepeat =
    lastAttempt !== null && JSON.stringify(lastAttempt.booking) === JSON.stringify(booking);
  return isRepeat ? lastAttempt : { booking, idempotencyKey: makeKey() };
}
