import { describe, expect, it } from 'vitest';
import { getDestination } from './destination.tsx';

describe('the destination of a sign-in', () => {
  it('is the page it was started on', () => {
    expect(getDestination('/appointments?tab=past')).toBe('/appointments?tab=past');
    expect(getDestination('/invitation?page=abc.def')).toBe('/invitation?page=abc.def');
  });

  it.each([
    undefined,
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
    '/api/logout',
    '/sign-in?to=%2Fsign-in',
    '/set-up',
    'settings',
  ])('is the dashboard instead of %s', (to) => {
    expect(getDestination(to)).toBe('/');
  });
});
