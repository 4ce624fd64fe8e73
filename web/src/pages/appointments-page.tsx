import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PageLoader } from '../api/lazy-page.ts';
import {
  getDate,
  getEarlierFilters,
  getSelectedTabFilters,
  getStatus,
  getTab,
} from '../appointments/list/appointment-tabs.ts';
import { AppointmentsView } from '../appointments/list/appointments-view.tsx';
import { latestEarlierAppointmentQuery } from '../appointments/list/earlier-appointments.tsx';
import { appointmentPages } from '../appointments/queries.ts';
import { getToday } from '../business/today.ts';
import { paths } from '../paths.ts';
import { readAppointmentsSearch } from '../searches.ts';
import { getOwnJobsFilter, getEffectiveRole } from '../session/queries.ts';

export const loader: PageLoader = ({ read, readPages, queryClient, user, location }) => {
  if (!user) return;
  const search = readAppointmentsSearch({ ...location.search });
  const role = getEffectiveRole(user);
  const today = getToday(queryClient);
  const ownJobs = getOwnJobsFilter(user);
  const pages = appointmentPages({ ...getSelectedTabFilters(search, role, today), ...ownJobs });
  readPages(pages);
  if (getTab(search, role) === 'all' && getDate(search) === undefined) {
    read(
      latestEarlierAppointmentQuery({
        ...getEarlierFilters(getStatus(search, role), today),
        ...ownJobs,
      }),
    );
  }
};

/** Lists the viewer's appointments; the tab and the filters are in the URL. */
export function AppointmentsPage() {
  const search = useSearch({ from: paths.appointments });
  const navigate = useNavigate({ from: paths.appointments });
  return (
    <AppointmentsView
      search={search}
      onSearchChange={(change) =>
        void navigate({
          search: (before) => readAppointmentsSearch({ ...before, ...change }),
          // Keeps the confirmation that is shown after a booking.
          state: true,
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
