import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PageLoader } from '../api/lazy-page.ts';
import { appointmentCountsQuery } from '../appointments/queries.ts';
import { AdvisorView } from '../dispatch/advisor-view.tsx';
import { mechanicsQuery } from '../mechanics/queries.ts';
import { paths } from '../paths.ts';

export const loader: PageLoader = ({ read }) => {
  read(appointmentCountsQuery({}));
  read(mechanicsQuery);
};

/** Renders the advisor view with its open tab in the URL. The router shows it only to advisors and admins. */
export function ServiceAdvisorPage() {
  const { tab } = useSearch({ from: paths.serviceAdvisor });
  const navigate = useNavigate({ from: paths.serviceAdvisor });
  return (
    <AdvisorView
      tab={tab}
      onTabChange={(next) =>
        void navigate({
          search: (search) => ({ ...search, tab: next }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}
