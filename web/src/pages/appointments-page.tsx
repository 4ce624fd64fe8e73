import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PageLoader } from '../api/lazy-page.ts';
import { getOpenTabFilters } from '../appointments/list/appointment-tabs.ts';
import { AppointmentsView } from '../appointments/list/appointments-view.tsx';
import { appointmentPages } from '../appointments/queries.ts';
import { getToday } from '../business/today.ts';
import { paths } from '../paths.ts';
import { readAppointmentsSearch } from '../searches.ts';
import { getOwnJobsFilter, getShownRole } from '../session/queries.ts';

export const loader: PageLoader = ({ readPages, queryClient, user, location }) => {
  if (!user) return;
  const filters = getOpenTabFilters(
    readAppointmentsSearch({ ...location.search }),
    getShownRole(user),
    getToday(queryClient),
  );
  const pages = appointmentPages({ ...filters, ...getOwnJobsFilter(user) });
  readPages(pages);
};

/** Lists the viewer's appointments; tab and filters are in the URL. */
export function AppointmentsPage() {
  const search = useSearch({ from: paths.appointments });
  const navigate = useNavigate({ from: paths.appointments });
  return (
    <AppointmentsView
      search={search}
      onSearchChange={(change) =>
        void navigate({
          search: (before) => readAppointmentsSearch({ ...before, ...change }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
