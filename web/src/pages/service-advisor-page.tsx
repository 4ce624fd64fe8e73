import { useNavigate, useSearch } from '@tanstack/react-router';
import { AdvisorView } from './dispatch/advisor-view.tsx';
import { paths } from '../paths.ts';

/** The advisor view with its open tab in the address. The router shows it to dispatch alone. */
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
