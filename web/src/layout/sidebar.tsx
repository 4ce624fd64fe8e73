import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { Link } from '@tanstack/react-router';
import { useBusiness } from '../business/queries.ts';
import { paths } from '../paths.ts';
import { useShownRole } from '../session/queries.ts';
import { Brand } from '../ui/brand.tsx';
import { LogOutLink } from './log-out-link.tsx';
import { sidebarItems } from './nav-items.ts';
import { PersonCard } from './person-menu.tsx';
import { ScreensSwitch } from './screens-switch.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** Renders the navigation on a desktop. */
export function Sidebar({ user }: { user: SessionUser }) {
  const business = useBusiness();
  return (
    <aside className="sticky top-0 hidden h-dvh w-64 shrink-0 flex-col border-r border-line bg-sheet lg:flex">
      <Link to={paths.dashboard} className="mx-3 mt-3 flex min-h-14 items-center rounded-md px-2">
        <Brand name={business.name} />
      </Link>
      <nav aria-label="Main" className="flex-1 overflow-y-auto px-3 py-3">
        <ul className="flex flex-col gap-1">
          {sidebarItems(useShownRole()).map(({ to, label, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: to === paths.dashboard, includeSearch: false }}
                className="relative flex min-h-touch items-center gap-3 rounded-md px-3 font-medium text-ink-soft transition-colors hover:bg-well hover:text-ink aria-[current=page]:bg-well aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-2.5 aria-[current=page]:before:left-0 aria-[current=page]:before:w-1 aria-[current=page]:before:rounded-full aria-[current=page]:before:bg-ink"
              >
                <Icon className="size-5 shrink-0" aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-col gap-3 border-t border-line p-4">
        <PersonCard user={user} />
        <ScreensSwitch />
        <ThemeChoice />
        <LogOutLink />
      </div>
    </aside>
  );
}
