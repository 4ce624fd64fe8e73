import { useNavigate, useSearch } from '@tanstack/react-router';
import { AppointmentsView } from '../features/appointments/appointments-view.tsx';
import { TrackMechanic } from '../features/tracking/track-mechanic.tsx';
import { paths } from '../paths.ts';
import { readAppointmentsSearch } from '../searches.ts';

/** The appointments of the reader; tab and filters stand in the address. */
export function AppointmentsPage() {
  const search = useSearch({ from: paths.appointments });
  const navigate = useNavigate({ from: paths.appointments });
  return (
    <AppointmentsView
      search={search}
      Track={TrackMechanic}
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
