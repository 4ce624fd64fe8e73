import { createHash, randomUUID } from 'node:crypto';
import { verificationCode } from '@curbwrench/contract/appointments/verification-code';
import type { VisitorBooking } from '@curbwrench/contract/appointments/visitor-booking-schemas';
import { lockEmailAddress } from '../accounts/changes/account-changes.ts';
import {
  addPhoneNumber,
  insertCustomer,
  setEmailVerified,
} from '../accounts/changes/customer-changes.ts';
import { hashToken } from '../accounts/commands/one-time-token.ts';
import { findPersonByVerifiedEmail } from '../accounts/queries/verified-emails.ts';
import type { LinkContext } from '../appointment-links/change-link.ts';
import { findOrCreateAppointmentLink } from '../appointment-links/find-or-create-link.ts';
import type { RateLimitContext } from '../application/check-rate-limit.ts';
import { appointmentChanged, personChanged, slotsChanged } from '../application/events.ts';
import type { CurrentTime } from '../application/rules/business-time.ts';
import { getMailbox } from '../application/rules/mailbox.ts';
import { refused, type Refused, type Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Done,
  type Transaction,
} from '../application/transaction.ts';
import { makeBooking } from '../appointments/commands/make-booking.ts';
import { lockCustomer } from '../database/locks.ts';
import { geocodeAddress, type GeocodingContext } from '../places/geocode-address.ts';
import { insertVehicle } from '../vehicles/changes.ts';
import { findVehicleOfModel } from '../vehicles/queries.ts';
import { findYearProblem } from '../vehicles/rules.ts';
import { hashVerificationCode } from './verification-code.ts';
import {
  lockVerificationCode,
  setActorToVerifiedCustomer,
  tryVerificationCode,
  markVerificationCodeUsed,
  type LockedVerificationCode,
} from './code-changes.ts';
import { countOpenBookingsOfMailbox } from './queries.ts';

/** The dependencies of `bookAsVisitor`. */
export type VisitorBookingContext = LinkContext & GeocodingContext & RateLimitContext;

/**
 * Books for a visitor who verified their email address with a code, and returns the URL of the appointment's link. The
 * booking belongs to the person with that address: the customer who signs in with it, or a person without an account
 * who verified it for a previous booking; otherwise a new person without an account. An existing customer's data is neither
 * used nor revealed: their plan does not apply, and no refusal depends on their other appointments, except the number
 * of bookings that are waiting for a mechanic.
 *
 * Person, vehicle and appointment are stored in one transaction. If the booking is refused, for example because the
 * time was taken, none of them is stored, and the code stays valid. A code is good for one booking: a repeated request
 * gets the same link, and any other request with the code is refused.
 */
export async function bookAsVisitor(
  context: VisitorBookingContext,
  input: VisitorBooking,
): Promise<Result<string>> {
  const { store, pseudonymSecret } = context;
  const { token, code, newCustomer } = input;
  const currentTime = getCurrentTime(context);
  const tokenHash = hashToken(token);
  const codeHash = hashVerificationCode(pseudonymSecret, { token, email: newCustomer.email, code });
  const attempt = await tryVerificationCode(store.kysely, { tokenHash, codeHash }, currentTime.now);
  if (!attempt) return codeExpiredRefusal;
  if (!attempt.isCorrect) {
    return refuseCode(
      attempt.attempts < verificationCode.maxAttempts
        ? "That code isn't right. Check the most recent email and try again."
        : "That code isn't right. Please request a new one.",
    );
  }
  const requestHash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  if (attempt.isUsed) {
    return runInTransaction(context, null, async (trx) => {
      const usedCode = await lockVerificationCode(trx, tokenHash);
      return usedCode?.booking
        ? replayBooking(trx, context, usedCode.booking, requestHash, currentTime.now)
        : codeExpiredRefusal;
    });
  }
  const yearProblem = findYearProblem(newCustomer.vehicle.year, currentTime.local.date);
  if (yearProblem) return refused('invalid_request', yearProblem, { 'vehicle.year': yearProblem });
  // Done before the transaction, since it may call a geocoding service.
  const place = await geocodeAddress(context, null, input.location);

  return runInTransaction(context, null, async (trx) => {
    const lockedCode = await lockVerificationCode(trx, tokenHash);
    if (!lockedCode) return codeExpiredRefusal;
    if (lockedCode.booking)
      return replayBooking(trx, context, lockedCode.booking, requestHash, currentTime.now);
    const customer = await findOrInsertCustomer(trx, newCustomer, currentTime);
    if (!customer) return cannotBookRefusal;
    const { id: customerId, hasAccount, isNew } = customer;
    await setActorToVerifiedCustomer(trx, tokenHash, customerId);
    const isPhoneAdded =
      !isNew && (await addPhoneNumber(trx, customerId, newCustomer.phone, currentTime.now));
    const bookingResult = await makeBooking(trx, context, {
      actor: { id: customerId, role: 'customer' },
      customerId,
      // Asking for confirmation would reveal when the person's vehicle is already booked.
      input: { ...input, confirmOverlap: true },
      place,
      currentTime,
      getVehicleId: async () =>
        (await findVehicleOfModel(trx, customerId, newCustomer.vehicle)) ??
        insertVehicle(trx, customerId, newCustomer.vehicle, currentTime.now),
      maxOpenBookings: hasAccount ? null : context.business.maxOpenVisitorBookings,
      otherOpenBookingsOfMailbox: hasAccount
        ? 0
        : await countOpenBookingsOfMailbox(
            trx,
            getMailbox(newCustomer.email),
            customerId,
            currentTime.local.date,
          ),
      usesPlan: false,
    });
    if (!bookingResult.ok) return bookingResult;
    const { booked, vehicleId } = bookingResult.value;
    await markVerificationCodeUsed(trx, tokenHash, booked.id, requestHash);
    const url = await findLink(trx, context, booked.id, customerId, currentTime.now);
    return done(url, [
      appointmentChanged(booked, {}, { kind: 'booked', by: customerId }),
      slotsChanged(input.date),
      { kind: 'vehicle', subjectId: vehicleId, customerId },
      ...(isNew || isPhoneAdded ? [personChanged(customerId)] : []),
    ]);
  });
}

/**
 * Finds and locks the person with a verified email address, or inserts them. Returns null if the address belongs to the
 * account of someone who can't book: a staff member, or a deactivated customer.
 */
async function findOrInsertCustomer(
  trx: Transaction,
  { vehicle: _vehicle, ...person }: VisitorBooking['newCustomer'],
  { now }: CurrentTime,
): Promise<{ readonly id: string; readonly hasAccount: boolean; readonly isNew: boolean } | null> {
  // The mailbox is locked first, so that concurrent bookings with other spellings of the address are counted.
  await lockEmailAddress(trx, getMailbox(person.email));
  // Makes concurrent bookings with the same address wait, so that they add only one person.
  await lockEmailAddress(trx, person.email);
  let knownPerson = await findPersonByVerifiedEmail(trx, person.email);
  while (knownPerson) {
    const canBook = await lockCustomer(trx, knownPerson.id);
    // Read again: while this waited for the lock, the office may have changed the address, or merged the person.
    const currentPerson = await findPersonByVerifiedEmail(trx, person.email);
    if (currentPerson?.id === knownPerson.id)
      return canBook ? { ...currentPerson, isNew: false } : null;
    knownPerson = currentPerson;
  }
  const id = randomUUID();
  await insertCustomer(trx, { id, ...person }, now);
  await setEmailVerified(trx, id, now);
  return { id, hasAccount: false, isNew: true };
}

/** Returns the link of the booking for which a code was used. Refused if this request is for a different booking. */
async function replayBooking(
  trx: Transaction,
  context: VisitorBookingContext,
  { appointmentId, personId, requestHash }: NonNullable<LockedVerificationCode['booking']>,
  repeatedHash: string,
  now: Date,
): Promise<Done<string> | Refused> {
  if (requestHash !== repeatedHash) return codeUsedRefusal;
  return done(await findLink(trx, context, appointmentId, personId, now), []);
}

function findLink(
  trx: Transaction,
  { linkSecret, publicUrl }: LinkContext,
  appointmentId: number,
  personId: string,
  now: Date,
): Promise<string> {
  const settings = { secret: linkSecret, publicUrl };
  return findOrCreateAppointmentLink(trx, settings, appointmentId, personId, now);
}

function refuseCode(message: string): Refused {
  return refused('invalid_request', message, { code: message });
}

const codeExpiredRefusal = refuseCode('This code is no longer valid. Please request a new one.');

const codeUsedRefusal = refuseCode(
  'You have already booked with this code. To book again, please request a new one.',
);

const cannotBookRefusal = refused(
  'wrong_status',
  "This email address can't be used to book online. Please use another one, or call us.",
  { email: "This email address can't be used to book online." },
);
