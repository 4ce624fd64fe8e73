import type { SessionUser } from '@curbwrench/contract/people/schemas';
import type { Service } from '@curbwrench/contract/services/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '../api/api-error.ts';
import { sessionKey } from '../api/query-client.ts';
import { randomId } from '../lib/random-id.ts';
import { paths } from '../paths.ts';
import { showToast } from '../ui/toast-store.ts';
import { clearDraft, saveDraft } from './booking-draft.ts';
import { bookingBodyOf, type BookingValues, type CheckedBooking } from './booking-form-values.ts';
import { useBookAppointment, type BookingAttempt } from './queries.ts';

interface Submission {
  readonly user: SessionUser | null;
  readonly services: readonly Service[];
  /** The form's current values, to store them during a sign-in. */
  readonly valuesNow: () => BookingValues;
  /** Asks a visitor to sign in. */
  readonly askToSignIn: () => void;
  /** The booking is made at this price or refused, so that no one pays a price they did not see. */
  readonly shownPrice: string | undefined;
}

/** A booking that was refused because its vehicle is already booked for that time. */
interface Overlap {
  readonly sentence: string;
  readonly booking: CheckedBooking;
}

/**
 * Submits a validated form: on success it confirms and opens the appointments; on a refusal it shows why
 * and leaves the form as it is.
 */
export function useSubmitBooking({
  user,
  services,
  valuesNow,
  askToSignIn,
  shownPrice,
}: Submission) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const book = useBookAppointment();
  const last = useRef<BookingAttempt | null>(null);
  const [overlap, setOverlap] = useState<Overlap | null>(null);
  const isUnanswered = book.isError && !(book.error instanceof ApiError);

  async function submit(checked: CheckedBooking): Promise<void> {
    // An attempt without an answer is repeated unchanged, with or without the confirmation.
    await send(checked, isUnanswered && last.current?.booking.confirmOverlap === true);
  }

  async function send(checked: CheckedBooking, confirmOverlap: boolean): Promise<void> {
    if (user === null) return askToSignIn();
    const duration = services.find((service) => service.id === checked.serviceId)?.duration;
    // An attempt without an answer may have used up what reduced its price: it is repeated unchanged.
    const price = isUnanswered ? last.current?.booking.shownPrice : shownPrice;
    const body = {
      ...bookingBodyOf(checked, duration),
      ...(price !== undefined && { shownPrice: price }),
      ...(confirmOverlap && { confirmOverlap }),
    };
    last.current = attemptOf(body, last.current, randomId);
    try {
      await book.mutateAsync(last.current);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'vehicle_already_booked') {
        return setOverlap({ sentence: error.sentence, booking: checked });
      }
      setOverlap(null);
      return sayWhyNot(error);
    }
    setOverlap(null);
    clearDraft(sessionStorage);
    showToast({
      title: 'Appointment booked',
      description: 'Your appointment has been successfully scheduled.',
    });
    await navigate({ to: paths.appointments });
  }

  function sayWhyNot(error: unknown): void {
    showToast({
      title: 'Booking failed',
      description: messageOf(error, 'There was an error booking your appointment'),
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
      saveDraft(sessionStorage, null, valuesNow());
      void client.invalidateQueries({ queryKey: sessionKey, exact: true });
    }
  }

  return {
    submit,
    /** The vehicle is already booked then: what to ask before it is booked anyway. */
    overlap: overlap && {
      sentence: overlap.sentence,
      confirm: () => void send(overlap.booking, true),
      giveUp: () => setOverlap(null),
    },
    isBusy: book.isPending || book.isSuccess,
    /** No answer came: the booking may exist or not. Submitting again settles it, a change gives it up. */
    isUnanswered,
    giveUp: book.reset,
  };
}

/**
 * Returns the attempt to send. Submitting again unchanged, as after a network failure, is the same attempt
 * with the same key, so that the server makes one booking; any change is a new attempt with a new key.
 */
export function attemptOf(
  booking: BookingAttempt['booking'],
  last: BookingAttempt | null,
  makeKey: () => string,
): BookingAttempt {
  const isRepeat = last !== null && JSON.stringify(last.booking) === JSON.stringify(booking);
  return isRepeat ? last : { booking, idempotencyKey: makeKey() };
}
