import { send, type TestResponse } from './requests.ts';
import type { TestApp } from './start-app.ts';

/** The accounts of a demo to pass to `startApp`: only a demo returns verification codes instead of sending them. */
export const demoWithoutAccounts = {
  customer: 'none',
  mechanic: 'none',
  advisor: 'none',
  admin: 'none',
} as const;

/** A verification code and the token of the browser that requested it. */
interface BookingVerification {
  readonly token: string;
  readonly code: string;
}

/** Requests a verification code in a demo. Throws if none is returned. */
export async function requestDemoCode(app: TestApp, email: string): Promise<BookingVerification> {
  const response = await send(app, null, 'POST', '/api/visitor-bookings/code', { email });
  if (response.statusCode !== 200) throw new Error(`No code: ${response.body}`);
  const { token, demoCode } = response.json<{ token: string; demoCode: string }>();
  return { token, code: demoCode };
}

/** Books as a visitor named Vera Visitor, on 2026-03-05. */
export function bookAsVisitor(
  app: TestApp,
  email: string,
  booking: BookingVerification & { readonly serviceId: number; readonly startTime: string },
): Promise<TestResponse> {
  return send(app, null, 'POST', '/api/visitor-bookings', {
    date: '2026-03-05',
    location: JSON.stringify({ address: '5 Elm Street, San Francisco' }),
    newCustomer: {
      firstName: 'Vera',
      lastName: 'Visitor',
      phone: '415 555 0199',
      email,
      vehicle: { year: 2018, make: 'Honda', model: 'Civic', type: 'SUV' },
    },
    ...booking,
  });
}
