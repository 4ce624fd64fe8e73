import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { SessionUser } from '@curbwrench/contract/people/schemas';
import type { Service } from '@curbwrench/contract/services/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ApiError, getErrorMessageWithStatus } from '../api/api-error.ts';
import { useOnReconnect } from '../api/connection.ts';
import { sessionKey } from '../api/query-client.ts';
import { randomId } from '../lib/random-id.ts';
import { paths } from '../paths.ts';
import { showToast } from '../ui/toast-store.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useOffline } from '../ui/use-offline.ts';
import { toBookedAppointment } from './booked-appointment.ts';
import { clearAttempt, readAttempt, saveAttempt } from './booking-attempt.ts';
import { clearDraft, saveDraft } from './booking-draft.ts';
import { getRequiredConfirmation, type RequiredConfirmation } from './required-confirmation.ts';
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
  /** Shows the next available times, after the chosen one was taken. */
  readonly onTimeTaken: () => void;
  /** The displayed price. If it is not the booking's price, the server refuses the booking. */
  readonly shownPrice: string | undefined;
}

/** A booking that was refused because something must be confirmed first. */
interface Question {
  readonly requiredConfirmation: RequiredConfirmation;
  readonly message: string;
  /** The booking to send if the person confirms, including previous confirmations. */
  readonly confirmedBooking: BookingAttempt['booking'];
}

/**
 * Submits a validated form. On success it shows a toast and opens the appointments page; on a refusal it
 * shows the reason and leaves the form unchanged. A booking that got no response is sent again when the device is
 * back online, unless the form has been changed.
 */
export function useSubmitBooking({
  user,
  services,
  getValues,
  openSignIn,
  onTimeTaken,
  shownPrice,
}: SubmitBookingOptions) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const book = useBookAppointment();
  const isHydrated = useHydrated();
  const isOffline = useOffline();
  const ownerId = user?.id ?? null;
  /** The last booking sent, if it got no response. */
  const [unanswered, setUnanswered] = useState<BookingAttempt | null>(() =>
    isHydrated ? readAttempt(sessionStorage, ownerId) : null,
  );
  /** Also kept after an error response, since a server that failed may have made the booking anyway. */
  const lastAttempt = useRef(unanswered);
  const isSending = useRef(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const isOutcomeUnknown = unanswered !== null && !book.isPending;

  async function submit(validBooking: ValidBooking): Promise<void> {
    if (user === null) return openSignIn();
    const [first, ...others] = listChosenServices(services, validBooking);
    const duration = first && sumDurations([first, ...others]);
    // Leaves out services that are no longer offered.
    const bookable = { ...validBooking, additionalServiceIds: others.map(({ id }) => id) };
    const last = unanswered?.booking;
    // An attempt without a response may have been booked and used up a plan's benefit, which changes the price
    // shown. It is resent unchanged, with its original price and confirmations.
    const price = last ? last.shownPrice : shownPrice;
    await send({
      ...toBookingBody(bookable, duration),
      ...(price !== undefined && { shownPrice: price }),
      ...(last?.confirmOverlap && { confirmOverlap: true }),
      ...(last?.confirmOutsideHours && { confirmOutsideHours: true }),
    });
  }

  async function send(booking: BookingAttempt['booking']): Promise<void> {
    // Two events can report at the same time that the device is back online.
    if (ownerId === null || isSending.current) return;
    isSending.current = true;
    await sendOnce(ownerId, booking).finally(() => (isSending.current = false));
  }

  async function sendOnce(sender: string, booking: BookingAttempt['booking']): Promise<void> {
    const attempt = toAttempt(booking, lastAttempt.current, randomId);
    lastAttempt.current = attempt;
    saveAttempt(sessionStorage, sender, attempt);
    let appointment: Appointment;
    try {
      appointment = await book.mutateAsync(attempt);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        setUnanswered(attempt);
        setQuestion(null);
        return showFailure(error);
      }
      forgetAttempt();
      const requiredConfirmation = getRequiredConfirmation(error);
      if (requiredConfirmation === null) {
        setQuestion(null);
        if (error.code === 'slot_taken') onTimeTaken();
        return showFailure(error);
      }
      const confirmation =
        requiredConfirmation === 'overlap'
          ? { confirmOverlap: true }
          : { confirmOutsideHours: true };
      return setQuestion({
        requiredConfirmation,
        message: error.serverMessage,
        confirmedBooking: { ...booking, ...confirmation },
      });
    }
    setQuestion(null);
    forgetAttempt();
    clearDraft(sessionStorage);
    showToast({
      title: 'Appointment booked',
      description: 'Your appointment has been successfully scheduled.',
    });
    await navigate({
      to: paths.appointments,
      ...(user?.role === 'customer' && { state: { booked: toBookedAppointment(appointment) } }),
    });
  }

  function forgetAttempt(): void {
    setUnanswered(null);
    clearAttempt(sessionStorage);
  }

  const resend = useRef(() => {});
  useLayoutEffect(() => {
    resend.current = () => {
      if (unanswered !== null && !book.isPending) void send(unanswered.booking);
    };
  });
  useOnReconnect(useCallback(() => resend.current(), []));
  useEffect(() => {
    const handleOnline = () => resend.current();
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, []);

  function showFailure(error: unknown): void {
    showToast({
      title: 'Booking failed',
      description: getErrorMessageWithStatus(error, 'There was an error booking your appointment'),
      destructive: true,
    });
    if (error instanceof ApiError && error.code === 'price_changed') {
      // The summary shows the new price before the next attempt.
      for (const key of ['service', 'subscription', 'area']) {
        void client.invalidateQueries({ queryKey: [key] });
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
      requiredConfirmation: question.requiredConfirmation,
      message: question.message,
      confirm: () => void send(question.confirmedBooking),
      discard: () => setQuestion(null),
    },
    isBusy: book.isPending || book.isSuccess,
    /** Whether no response arrived: the booking may or may not exist. Submitting again finds out which. */
    isOutcomeUnknown,
    isOffline,
    /** Forgets a booking that got no response, because the form was changed. */
    discard: forgetAttempt,
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
