import { useNavigate, useSearch } from '@tanstack/react-router';
import { useToday } from '../../business/today.ts';
import { paths } from '../../paths.ts';
import type { AdvisorSearch } from '../../searches.ts';

/** The URL's search parameters that determine what the board shows. */
type BoardSearch = Pick<AdvisorSearch, 'view' | 'date' | 'lane'>;

/** Returns what the board shows according to the URL, and a function that changes the URL. */
export function useBoardSearch() {
  const today = useToday();
  const { date = today, view = 'board', lane } = useSearch({ from: paths.serviceAdvisor });
  const navigate = useNavigate({ from: paths.serviceAdvisor });
  return {
    today,
    date,
    isWeek: view === 'week',
    lane,
    show: (change: BoardSearch) =>
      void navigate({
        search: (before) => {
          const { date: newDate = today, ...others } = { ...before, ...change };
          // A URL without a date means today.
          return { ...others, ...(newDate !== today && { date: newDate }) };
        },
        replace: true,
        resetScroll: false,
      }),
  };
}
