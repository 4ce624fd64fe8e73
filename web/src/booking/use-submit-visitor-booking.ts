import { verificationCode } from '@curbwrench/contract/appointments/verification-code';
import type { Service } from '@curbwrench/contract/services/schemas';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ApiError, getErrorMessage, getErrorMessageWithStatus } from '../api/api-error.ts';
import { useOnReconnect } from '../api/connection.ts';
import { paths } from '../paths.ts';
import { showToast } from '../ui/toast-store.ts';
import { clearDraft } from './booking-draft.ts';
import {
  listChosenServices,
  toVisitorBody,
  type ValidBooking,
  type VisitorBody,
} from './booking-form-values.ts';
import {
  clearVerification,
  readVerification,
  saveVerification,
  type BookingVerification,
} from './booking-verification.ts';
import { useBookAsVisitor, useSendVerificationCode } from './queries.ts';

interface SubmitVisitorBookingOptions {
  readonly services: readonly Service[];
  readonly shownPrice: string | undefined;
  /** Asks the visitor to sign in or call. */
  readonly openSignIn: () => void;
  /** Shows the next available times, after the chosen one was taken. */
  readonly onTimeTaken: () => void;
}

/** A booking that is waiting for the visitor to enter the code. */
interface WaitingBooking {
  readonly body: VisitorBody;
  readonly verification: BookingVerification;
  readonly problem: string | null;
}

/**
 * Submits a visitor's validated form: sends a code to their email address, asks for it, and books with it. A code that
 * was sent before a reload, or before the dialog was closed, can still be entered while it is valid. After booking, it
 * opens the appointment's link. If the booking is refused, for example because the time was taken, the code is kept for
 * the next attempt. A booking that got no response is sent again when the device is back online; the server accepts a
 * code for only one booking. If no code can be sent at the moment, it asks the visitor to sign in or call.
 */
export function useSubmitVisitorBooking({
  services,
  shownPrice,
  openSignIn,
  onTimeTaken,
}: SubmitVisitorBookingOptions) {
  const navigate = useNavigate();
  const sendCode = useSendVerificationCode();
  const book = useBookAsVisitor();
  const [waiting, setWaiting] = useState<WaitingBooking | null>(null);
  const [unanswered, setUnanswered] = useState<VisitorBody | null>(null);
  const isSending = useRef(false);

  async function submit(valid: ValidBooking): Promise<void> {
    const [, ...others] = listChosenServices(services, valid);
    const bookable = { ...valid, additionalServiceIds: others.map(({ id }) => id) };
    // A booking that got no response is sent again at its original price.
    const price = unanswered ? unanswered.shownPrice : shownPrice;
    const body = { ...toVisitorBody(bookable), ...(price !== undefined && { shownPrice: price }) };
    const verification = readVerification(sessionStorage, body.newCustomer.email);
    if (verification?.code != null) return send(body, verification, verification.code);
    if (verification && Date.now() - verification.sentAt < verificationCode.minutes * 60_000) {
      return setWaiting({ body, verification, problem: null });
    }
    await requestCode(body);
  }

  async function requestCode(body: VisitorBody): Promise<void> {
    const { email } = body.newCustomer;
    try {
      const { token, demoCode } = await sendCode.mutateAsync(email);
      const verification = { email, token, demoCode, code: null, sentAt: Date.now() };
      saveVerification(sessionStorage, verification);
      setWaiting({ body, verification, problem: null });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'wrong_status') {
        setWaiting(null);
        return openSignIn();
      }
      if (waiting) setWaiting({ ...waiting, problem: getErrorMessage(error) });
      else showFailure(error);
    }
  }

  async function send(
    body: VisitorBody,
    verification: BookingVerification,
    code: string,
  ): Promise<void> {
    // Two events can report at the same time that the device is back online.
    if (isSending.current) return;
    isSending.current = true;
    await sendOnce(body, verification, code).finally(() => (isSending.current = false));
  }

  async function sendOnce(
    body: VisitorBody,
    verification: BookingVerification,
    code: string,
  ): Promise<void> {
    // Stored before it is sent: if no response arrives, the same booking can be sent again even after a reload.
    saveVerification(sessionStorage, { ...verification, code });
    let url: string;
    try {
      ({ url } = await book.mutateAsync({ ...body, token: verification.token, code }));
    } catch (error) {
      if (!(error instanceof ApiError)) {
        setUnanswered(body);
        setWaiting(null);
        return showFailure(error);
      }
      setUnanswered(null);
      const codeProblem = error.fields['code'];
      if (codeProblem !== undefined) {
        saveVerification(sessionStorage, { ...verification, code: null });
        return setWaiting({ body, verification, problem: codeProblem });
      }
      setWaiting(null);
      if (error.code === 'slot_taken') onTimeTaken();
      return showFailure(error);
    }
    setUnanswered(null);
    setWaiting(null);
    clearVerification(sessionStorage);
    clearDraft(sessionStorage);
    showToast({
      title: 'Appointment booked',
      description: 'Your appointment has been successfully scheduled.',
    });
    await navigate({
      to: paths.appointmentLink,
      hash: new URL(url).hash.slice(1),
      state: { bookedByVisitor: true },
    });
  }

  const resend = useRef(() => {});
  useLayoutEffect(() => {
    resend.current = () => {
      if (unanswered === null || book.isPending) return;
      const verification = readVerification(sessionStorage, unanswered.newCustomer.email);
      if (verification?.code != null) void send(unanswered, verification, verification.code);
    };
  });
  useOnReconnect(useCallback(() => resend.current(), []));
  useEffect(() => {
    const handleOnline = () => resend.current();
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, []);

  return {
    submit,
    /** Set while the visitor is asked for the code. */
    codeRequest: waiting && {
      email: waiting.verification.email,
      demoCode: waiting.verification.demoCode,
      problem: waiting.problem,
      isBusy: book.isPending || book.isSuccess,
      isSendingCode: sendCode.isPending,
      confirm: (code: string) => void send(waiting.body, waiting.verification, code),
      sendAgain: () => void requestCode(waiting.body),
      discard: () => setWaiting(null),
    },
    isBusy: sendCode.isPending || book.isPending || book.isSuccess,
    isOutcomeUnknown: unanswered !== null && !book.isPending,
    /** Forgets a booking that got no response, because the form was changed. */
    discard: () => setUnanswered(null),
  };
}

function showFailure(error: unknown): void {
  showToast({
    title: 'Booking failed',
    description: getErrorMessageWithStatus(error, 'There was an error booking your appointment'),
    destructive: true,
  });
}
