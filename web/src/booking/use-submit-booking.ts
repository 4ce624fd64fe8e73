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
import { getRequiredConfirmation, type RequiredConfirmation } from './booking-question.ts';
import {
  listChosenServices,
  sumDurations,
  toBookingBody,
  type BookingValues,
  type ValidBooking,
} from './booking-form-values.ts';
import { useBookAppointment, type BookingAttempt } from './queries.ts';

interface SubmitBookingOptions {
  readonly user: SessionUser | null;
  readonly services: readonly Service[];
  /** Returns the form's current values, which are stored during a sign-in. */
  readonly getValues: () => BookingValues;
  /** Asks a visitor to sign in. */
  readonly openSignIn: () => void;
  /** The booking is made at this price or refused, so that no one pays a price they did not see. */
  readonly shownPrice: string | undefined;
}

/** What the person has confirmed about a booking. */
type Confirmations = Pick<BookingAttempt['booking'], 'confirmOverlap' | 'confirmOutsideHours'>;

/** A booking that was refused because something must be confirmed first. */
interface Question {
  readonly about: RequiredConfirmation;
  readonly sentence: string;
  readonly booking: ValidBooking;
  /** The confirmations to send if the person confirms, including earlier confirmations. */
  readonly confirmations: Confirmations;
}

/**
 * Submits a validated form. On success it shows a toast and opens the appointments page; on a refusal it
 * shows the reason and leaves the form unchanged.
 */
export function useSubmitBooking({
  user,
  services,
  getValues,
  openSignIn,
  shownPrice,
}: SubmitBookingOptions) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const book = useBookAppointment();
  const lastAttempt = useRef<BookingAttempt | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const isOutcomeUnknown = book.isError && !(book.error instanceof ApiError);

  async function submit(validBooking: ValidBooking): Promise<void> {
    // If the last attempt got no response, it is resent unchanged, including its confirmations.
    const last = isOutcomeUnknown ? lastAttempt.current?.booking : undefined;
    await send(validBooking, {
      ...(last?.confirmOverlap && { confirmOverlap: true }),
      ...(last?.confirmOutsideHours && { confirmOutsideHours: true }),
    });
  }

  async function send(validBooking: ValidBooking, confirmations: Confirmations): Promise<void> {
    if (user === null) return openSignIn();
    const [first, ...others] = listChosenServices(services, validBooking);
    const duration = first && sumDurations([first, ...others]);
    // Leaves out services that are no longer offered.
    const bookable = { ...validBooking, additionalServiceIds: others.map(({ id }) => id) };
    // An attempt without a response may have been booked and used up a plan's benefit, which changes the price
    // shown. It is resent at the price it had.
    const price = isOutcomeUnknown ? lastAttempt.current?.booking.shownPrice : shownPrice;
    const body = {
      ...toBookingBody(bookable, duration),
      ...(price !== undefined && { shownPrice: price }),
      ...confirmations,
    };
    lastAttempt.current = toAttempt(body, lastAttempt.current, randomId);
    try {
      await book.mutateAsync(lastAttempt.current);
    } catch (error) {
      const about = getRequiredConfirmation(error);
      if (about !== null && error instanceof ApiError) {
        const { serverMessage: sentence } = error;
        const confirmation =
          about === 'overlap' ? { confirmOverlap: true } : { confirmOutsideHours: true };
        return setQuestion({
          about,
          sentence,
          booking: validBooking,
          confirmations: { ...confirmations, ...confirmation },
        });
      }
      setQuestion(null);
      return showFailure(error);
    }
    setQuestion(null);
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
      for (const kind of ['service', 'subscription', 'area']) {
        void client.invalidateQueries({ queryKey: [kind] });
      }
    }
    if (error instanceof ApiError && error.status === 401) {
      // The session has ended: the draft is stored for the next person who signs in, like a visitor's.
      saveDraft(sessionStorage, null, getValues());
      void client.invalidateQueries({ queryKey: sessionKey, exact: true });
    }
  }

  return {
    submit,
    /** Set if the booking must be confirmed: the question, and a function for each answer. */
    question: question && {
      about: question.about,
      sentence: question.sentence,
      confirm: () => void send(question.booking, question.confirmations),
      discard: () => setQuestion(null),
    },
    isBusy: book.isPending || book.isSuccess,
    /** Whether no response arrived: the booking may or may not exist. Submitting again finds out which. */
    isOutcomeUnknown,
    discard: book.reset,
  };
}

/**
 * Returns the attempt to send. Resubmitting an unchanged booking, as after a network failure, reuses the last
 * attempt with its idempotency key, so the server books only once; any change makes a new attempt with a new key.
 */
export function toAttempt(
  booking: BookingAttempt['booking'],
  lastAttempt: BookingAttempt | null,
  makeKey: () => string,
): BookingAttempt {
  const isRetry =
    lastAttempt !== null && JSON.stringify(lastAttempt.booking) === JSON.stringify(booking);
  return isRetry ? lastAttempt : { booking, idempotencyKey: makeKey() };
}
