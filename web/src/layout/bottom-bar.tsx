import type { Role } from '@curbwrench/contract/people/roles';
import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { bottomBarItems } from './nav-items.ts';

/**
 * Renders the navigation on a phone, at the bottom. Its middle is left free for the assistant's floating
 * button.
 */
export function BottomBar({ role }: { role: Role }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="flex">
        {bottomBarItems(role).map(({ to, label, Icon }) => (
          <li key={to} className="flex-1 nth-3:ml-16">
            <Link
              to={to}
              activeOptions={{ exact: to === paths.dashboard, includeSearch: false }}
              className="relative flex min-h-15 flex-col items-center justify-center gap-0.5 text-xs font-semibold text-ink-faint focus-visible:-outline-offset-4 aria-[current=page]:text-ink aria-[current=page]:before:absolute aria-[current=page]:before:top-0 aria-[current=page]:before:h-1 aria-[current=page]:before:w-14 aria-[current=page]:before:rounded-b-full aria-[current=page]:before:bg-ink"
            >
              <Icon className="size-6" aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
