import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CallCustomer } from './call-customer.tsx';

const customer = {
  id: 'c1',
  firstName: 'Casey',
  lastName: 'Morgan',
  email: null,
  profileImageUrl: null,
};

test("the button links to the customer's phone number", () => {
  const link = renderToStaticMarkup(
    <CallCustomer customer={{ ...customer, phone: '+1 555 0100' }} />,
  );
  expect(link).toContain('href="tel:+15550100"');
  expect(link.replaceAll(/<[^>]+>/g, '')).toBe('Call Customer');
});

test('without a phone number the button is disabled, with the reason @mechanics.call-customer', () => {
  const button = renderToStaticMarkup(<CallCustomer customer={{ ...customer, phone: null }} />);
  expect(button).toContain('aria-disabled="true"');
  expect(button).toMatch(/<p[^>]*>No phone number on file\.<\/p>/);
  expect(button).not.toContain('tel:');
});
