import type { Role } from '@curbwrench/contract/roles';
import {
  CalendarDays,
  ClipboardList,
  House,
  Settings,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { paths } from '../../paths.ts';

export interface NavItem {
  readonly to: (typeof paths)[keyof typeof paths];
  readonly label: string;
  readonly Icon: LucideIcon;
}

const dashboard: NavItem = { to: paths.dashboard, label: 'Dashboard', Icon: House };
const appointments: NavItem = {
  to: paths.appointments,
  label: 'Appointments',
  Icon: CalendarDays,
};
const serviceAdvisor: NavItem = {
  to: paths.serviceAdvisor,
  label: 'Service Advisor',
  Icon: ClipboardList,
};

const settings: NavItem = { to: paths.settings, label: 'Settings', Icon: Settings };

/** The sidebar's links for a role, in the order of spec section 2. Only what exists is listed. */
export function sidebarItems(role: Role): readonly NavItem[] {
  return role === 'service_advisor'
    ? [dashboard, appointments, serviceAdvisor, settings]
    : [dashboard, appointments, settings];
}

/**
 * The bar at the bottom of a phone (spec section 2), with its own shorter words. A service
 * advisor's home is the page that theirs leads to anyway, so that it can be marked as current.
 */
export function bottomBarItems(role: Role): readonly NavItem[] {
  const home = role === 'service_advisor' ? paths.serviceAdvisor : paths.dashboard;
  return [
    { ...dashboard, to: home, label: 'Home' },
    { ...appointments, label: 'Bookings' },
    { ...settings, label: 'Profile', Icon: UserRound },
  ];
}
