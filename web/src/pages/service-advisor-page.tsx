import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PageLoader } from '../api/lazy-page.ts';
import { appointmentCountsQuery } from '../appointments/queries.ts';
import { getToday } from '../business/today.ts';
import { AdvisorView } from '../dispatch/advisor-view.tsx';
import { mechanicsQuery } from '../mechanics/queries.ts';
import { paths } from '../paths.ts';
import type { AdvisorSearch } from '../searches.ts';

export const loader: PageLoader = ({ read, queryClient }) => {
  read(appointmentCountsQuery({ date: getToday(queryClient) }));
  read(appointmentCountsQuery({}));
  read(mechanicsQuery);
};

/** Renders the advisor view; its open tab is in the URL. The router shows it only to advisors and admins. */
export function ServiceAdvisorPage() {
  const { tab = 'pending', view } = useSearch({ from: paths.serviceAdvisor });
  const navigate = useNavigate({ from: paths.serviceAdvisor });
  const show = (change: (before: AdvisorSearch) => AdvisorSearch) =>
    void navigate({
      search: change,
      replace: true,
      resetScroll: false,
    });
  return (
    <AdvisorView
      view={view}
      onViewChange={(next) =>
        show((before) => {
          const after = { ...before };
          if (next) after.view = next;
          else delete after.view;
          return after;
        })
      }
      tab={tab}
      onTabChange={(next) => show((before) => ({ ...before, tab: next }))}
    />
  );
}
