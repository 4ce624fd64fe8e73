import { describe, expect, it } from 'vitest';
import { signInUrl, paths } from './paths.ts';
import {
  readAdvisorSearch,
  readAppointmentsSearch,
  readBookServiceSearch,
  readMechanicsSearch,
  readServiceAreaSearch,
  readSettingsSearch,
  readSignInSearch,
} from './searches.ts';

describe('the pages', () => {
  it('have these URLs @screens.routes', () => {
    expect(paths).toEqual({
      dashboard: '/',
      appointments: '/appointments',
      appointment: '/appointments/$id',
      appointmentLink: '/appointment-link',
      bookService: '/book-service',
      mechanics: '/mechanics',
      team: '/team',
      customers: '/customers',
      customerImport: '/customers/import',
      customer: '/customers/$id',
      vehicle: '/vehicles/$id',
      serviceAdvisor: '/service-advisor',
      map: '/map',
      subscriptionPlans: '/subscription-plans',
      subscriptionSuccess: '/subscription-success',
      serviceAreaMap: '/service-area-map',
      services: '/services',
      reviews: '/reviews',
      payments: '/payments',
      settings: '/settings',
      account: '/account',
      signIn: '/sign-in',
      signUp: '/sign-up',
      verifyEmail: '/verify-email',
      unsubscribe: '/unsubscribe',
      cancelEmailChange: '/cancel-email-change',
      forgotPassword: '/forgot-password',
      resetPassword: '/reset-password',
      setUp: '/set-up',
      invitation: '/invitation',
      mail: '/mail',
      messageLog: '/message-log',
      audit: '/audit',
      chatSupport: '/chat-support',
      privacy: '/privacy',
      terms: '/terms',
    });
  });

  it('read valid search parameters', () => {
    expect(
      readAppointmentsSearch({ tab: 'past', date: '2025-06-02', status: 'completed' }),
    ).toEqual({ tab: 'past', date: '2025-06-02', status: 'completed' });
    expect(readAdvisorSearch({ tab: 'in_progress', date: '2025-06-02' })).toEqual({
      tab: 'in_progress',
      date: '2025-06-02',
    });
    expect(readMechanicsSearch({ tab: 'on_job', search: 'bell' })).toEqual({
      tab: 'on_job',
      search: 'bell',
    });
    expect(readBookServiceSearch({ service: '3' })).toEqual({ service: 3 });
    expect(readServiceAreaSearch({ zip: 94103 })).toEqual({ zip: '94103' });
    expect(readServiceAreaSearch({ zip: '02139-1234' })).toEqual({ zip: '02139' });
  });

  it('drop invalid search parameters', () => {
    expect(readAppointmentsSearch({ tab: 'mine', date: 'soon', status: 1, x: 1 })).toEqual({});
    expect(readAdvisorSearch({ tab: 'cancelled', date: 'soon' })).toEqual({});
    expect(readServiceAreaSearch({ zip: 'javascript:1' })).toEqual({});
    expect(readBookServiceSearch({ service: 1.5, vehicle: null })).toEqual({});
  });
});

describe('logging in', () => {
  it('returns to the page it was started from', () => {
    expect(signInUrl()).toBe('/api/login');
    expect(signInUrl('/')).toBe('/api/login');
    expect(signInUrl('/appointments?tab=past')).toBe('/api/login?to=%2Fappointments%3Ftab%3Dpast');
    expect(signInUrl('/settings', 'acme id')).toBe('/api/login/acme%20id?to=%2Fsettings');
    expect(readSignInSearch({ to: '/appointments?tab=past#x', problem: 'denied' })).toEqual({
      to: '/appointments?tab=past#x',
      problem: 'denied',
    });
    expect(readSettingsSearch({ tab: 'people' })).toEqual({ tab: 'people' });
  });
});
