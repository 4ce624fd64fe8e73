import type { SessionUser } from '@curbwrench/contract/people';
import type { Service } from '@curbwrench/contract/services';
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
  /** The form as it stands, to keep it through a sign-in. */
  readonly valuesNow: () => BookingValues;
  /** Asks a visitor to sign in. */
  readonly askToSignIn: () => void;
  /** The booking is made at this price or refused, so that nobody pays what they did not see. */
  readonly shownPrice: string | undefined;
}

/** A booking that was refused because its vehicle is booked for that time already. */
interface Overlap {
  readonly sentence: string;
  readonly booking: CheckedBooking;
}

/**
 * Submits a checked form: booked, it says so and goes to the appointments; refused, it says why and
 * the form stays as it is.
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
    // An attempt that got no answer is repeated as it was, confirmed or not.
    await send(checked, isUnanswered && last.current?.booking.confirmOverlap === true);
  }

  async function send(checked: CheckedBooking, confirmOverlap: boolean): Promise<void> {
    if (user === null) return askToSignIn();
    const duration = services.find((service) => service.id === checked.serviceId)?.duration;
    // An attempt that got no answer may have used up what made it cheap: it is repeated as it was.
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
      // The summary shows the new one before another press.
      for (const noun of ['service', 'subscription', 'area']) {
        void client.invalidateQueries({ queryKey: [noun] });
      }
    }
    if (error instanceof ApiError && error.status === 401) {
      // The session ended under the form: it is kept for whoever signs in next, as a visitor's is.
      saveDraft(sessionStorage, null, valuesNow());
      void client.invalidateQueries({ queryKey: sessionKey, exact: true });
    }
  }

  return {
    submit,
    /** The vehicle is booked then already: what to ask before it is booked anyway. */
    overlap: overlap && {
      sentence: overlap.sentence,
      confirm: () => void send(overlap.booking, true),
      giveUp: () => setOverlap(null),
    },
    isBusy: book.isPending || book.isSuccess,
    /** No answer came: it may be booked or not. Pressing again settles it, a change gives it up. */
    isUnanswered,
    giveUp: book.reset,
  };
}

/**
 * The attempt to make of a booking. Pressing again with nothing changed, as after a network that
 * failed half-way, is the same attempt and keeps its key, so that the server makes it once;
 * any change is another attempt with a key of its own.
 */
export function attemptOf(
  booking: BookingAttempt['booking'],
  last: BookingAttempt | null,
  makeKey: () => string,
): BookingAttempt {
  const isRepeat = last !== null && JSON.stringify(last.booking) === JSON.stringify(booking);
  return isRepeat ? last : { booking, idempotencyKey: makeKey() };
}
