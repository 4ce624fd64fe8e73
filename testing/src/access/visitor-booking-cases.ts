import type { AccessCase } from './run-case.ts';

/** Booking without an account, which is only for visitors. */
export const visitorBookingCases: readonly AccessCase[] = [
  {
    name: 'visitor booking: request a code',
    permission: 'visitor-bookings',
    endpoint: 'sendVerificationCode',
    // The fixture has no mail server.
    allowedStatus: 409,
    body: () => ({ email: 'visitor@example.com' }),
  },
  {
    name: 'visitor booking: book',
    permission: 'visitor-bookings',
    endpoint: 'bookAsVisitor',
    // No code was sent.
    allowedStatus: 400,
    body: ({ team }) => ({
      serviceId: team.serviceId,
      date: '2026-03-05',
      startTime: '10:00',
      location: JSON.stringify({ address: '5 Elm Street' }),
      newCustomer: {
        firstName: 'Vera',
        lastName: 'Visitor',
        phone: '(415) 555-0199',
        email: 'visitor@example.com',
        vehicle: { year: 2018, make: 'Honda', model: 'Civic' },
      },
      token: 'a-token-that-nobody-ever-got',
      code: '123456',
    }),
  },
];
