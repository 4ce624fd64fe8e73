import { roles } from '@curbwrench/contract/people/roles';
import { describe, expect, it } from 'vitest';
import { bottomBarItems, officeItems, sidebarItems } from './nav-items.ts';

const getLabels = (items: readonly { label: string }[]) => items.map(({ label }) => label);

describe('the menus', () => {
  it('list the pages for each role, in menu order @screens.menus', () => {
    expect(getLabels(sidebarItems('customer'))).toEqual([
      'Dashboard',
      'Appointments',
      'Services',
      'Service Areas',
      'Payments',
      'Settings',
    ]);
    expect(getLabels(sidebarItems('mechanic'))).toEqual([
      'Dashboard',
      'Appointments',
      'Job Map',
      'Services',
      'Service Areas',
      'Payments',
      'Settings',
    ]);
    expect(getLabels(sidebarItems('service_advisor'))).toEqual([
      'Dashboard',
      'Appointments',
      'Mechanics',
      'Service Advisor',
      'Services',
      'Service Areas',
      'Payments',
      'Settings',
    ]);
    expect(getLabels(sidebarItems('admin'))).toEqual([
      'Dashboard',
      'Appointments',
      'Mechanics',
      'Services',
      'Service Areas',
      'Payments',
      'Settings',
    ]);
    for (const role of roles) {
      expect(getLabels(bottomBarItems(role))).toEqual(['Home', 'Bookings', 'Services', 'Profile']);
    }
  });

  it('have an office section only for advisors and admins @screens.menus', () => {
    expect(getLabels(officeItems('service_advisor'))).toEqual([
      'Customers',
      'Team schedule',
      'Plans',
      'Reviews',
      'Message log',
    ]);
    expect(getLabels(officeItems('admin'))).toEqual([
      'Dispatch board',
      'Customers',
      'Team schedule',
      'Plans',
      'Reviews',
      'People',
      'Message log',
      'Account emails',
      'Audit trail',
    ]);
    expect(officeItems('mechanic')).toEqual([]);
    expect(officeItems('customer')).toEqual([]);
  });

  it('link Home to the advisor page for a service advisor', () => {
    expect(bottomBarItems('service_advisor')[0]?.to).toBe('/service-advisor');
    expect(bottomBarItems('customer')[0]?.to).toBe('/');
  });
});
