import { describe, expect, it } from 'vitest';
import {
  paths,
  readAdvisorSearch,
  readAppointmentsSearch,
  readBookServiceSearch,
} from './paths.ts';

describe('the pages', () => {
  it('stand at the addresses of the specification', () => {
    expect(paths).toEqual({
      dashboard: '/',
      appointments: '/appointments',
      bookService: '/book-service',
      serviceAdvisor: '/service-advisor',
    });
  });

  it('read what makes sense in their address', () => {
    expect(
      readAppointmentsSearch({ tab: 'past', date: '2025-06-02', status: 'completed' }),
    ).toEqual({ tab: 'past', date: '2025-06-02', status: 'completed' });
    expect(readAdvisorSearch({ tab: 'in_progress' })).toEqual({ tab: 'in_progress' });
    expect(readBookServiceSearch({ service: '3' })).toEqual({ service: 3 });
  });

  it('leave out what does not', () => {
    expect(readAppointmentsSearch({ tab: 'mine', date: 'soon', status: 1, x: 1 })).toEqual({});
    expect(readAdvisorSearch({ tab: 'cancelled' })).toEqual({});
    expect(readBookServiceSearch({ service: 1.5, vehicle: null })).toEqual({});
  });
});
