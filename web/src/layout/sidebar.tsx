import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { Link, useRouterState } from '@tanstack/react-router';
import { useBusiness } from '../business/queries.ts';
import { paths } from '../paths.ts';
import { useEffectiveRole } from '../session/queries.ts';
import { Brand } from '../ui/brand.tsx';
import { LogOutLink } from './log-out-link.tsx';
import { officeItems, sidebarItems, type NavItem } from './nav-items.ts';
import { PersonCard } from './person-menu.tsx';
import { ViewSwitch } from './view-switch.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** Renders the navigation on desktop screens. */
export function Sidebar({ user }: { user: SessionUser }) {
  const business = useBusiness();
  const role = useEffectiveRole();
  const office = officeItems(role);
  return (
    <aside className="sticky top-0 hidden h-dvh w-64 shrink-0 flex-col border-r border-line bg-sheet lg:flex">
      <Link to={paths.dashboard} className="mx-3 mt-3 flex min-h-14 items-center rounded-md px-2">
        <Brand name={business.name} logoUrl={business.logoUrl} />
      </Link>
      <nav aria-label="Main" className="flex-1 overflow-y-auto px-3 py-3">
        <NavList items={sidebarItems(role)} />
        {office.length > 0 && (
          <>
            <h2
              id="office-menu"
              className="mt-4 border-t border-line px-3 pt-4 pb-1 font-sans text-sm font-medium tracking-normal text-ink-faint"
            >
              Office
            </h2>
            <NavList items={office} labelledBy="office-menu" />
          </>
        )}
      </nav>
      <div className="flex flex-col gap-3 border-t border-line p-4">
        <PersonCard user={user} />
        <ViewSwitch />
        <ThemeChoice />
        <LogOutLink />
      </div>
    </aside>
  );
}

function NavList({ items, labelledBy }: { items: readonly NavItem[]; labelledBy?: string }) {
  const isPeopleTab = useRouterState({
    select: ({ location }) =>
      location.pathname === paths.settings && location.search.tab === 'people',
  });
  return (
    <ul aria-labelledby={labelledBy} className="flex flex-col gap-1">
      {items.map(({ to, search, label, Icon }) => (
        <li key={label}>
          <Link
            to={to}
            {...(search && { search })}
            activeOptions={{
              exact: to === paths.dashboard || (isPeopleTab && to === paths.settings),
              // The People tab has its own item, which is marked as current instead of Settings.
              includeSearch: search !== undefined || (isPeopleTab && to === paths.settings),
            }}
            className="relative flex min-h-touch items-center gap-3 rounded-md px-3 font-medium text-ink-soft transition-colors hover:bg-well hover:text-ink aria-[current=page]:bg-well aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-2.5 aria-[current=page]:before:left-0 aria-[current=page]:before:w-1 aria-[current=page]:before:rounded-full aria-[current=page]:before:bg-ink"
          >
            <Icon className="size-5 shrink-0" aria-hidden />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
