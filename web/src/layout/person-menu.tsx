import { roleLabels } from '@curbwrench/contract/people/roles';
import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { getFullName, getInitials } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { useEffectiveRole } from '../session/queries.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Popover } from '../ui/popover.tsx';
import { LogOutLink } from './log-out-link.tsx';
import { bottomBarItems, officeItems, sidebarItems } from './nav-items.ts';
import { ViewSwitch } from './view-switch.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** Renders the initials in the header, and the menu they open: who is signed in, the theme and Log out. */
export function PersonMenu({ user }: { user: SessionUser }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Your account"
      open={isOpen}
      onOpenChange={setIsOpen}
      align="end"
      className="w-72"
      trigger={
        <button
          type="button"
          aria-label={`Your account: ${getFullName(user)}`}
          className="inline-flex size-touch items-center justify-center rounded-full"
        >
          <Avatar initials={getInitials(user)} imageUrl={user.profileImageUrl} size="sm" />
        </button>
      }
    >
      <PersonCard user={user} />
      <MorePages onLeave={() => setIsOpen(false)} />
      <div className="mt-3 flex flex-col gap-2 border-t border-line pt-3">
        <ViewSwitch />
        <ThemeChoice />
        <LogOutLink />
      </div>
    </Popover>
  );
}

/** On a phone, lists the sidebar's pages that the bottom bar has no room for. */
function MorePages({ onLeave }: { onLeave: () => void }) {
  const role = useEffectiveRole();
  const bottomBarPaths = new Set(bottomBarItems(role).map(({ to }) => to));
  return (
    <nav aria-label="More pages" className="mt-3 border-t border-line pt-2 lg:hidden">
      {[...sidebarItems(role), ...officeItems(role)]
        .filter(({ to, search }) => search || (!bottomBarPaths.has(to) && to !== paths.dashboard))
        .map(({ to, search, label, Icon }) => (
          <Link
            key={label}
            to={to}
            {...(search && { search })}
            activeOptions={{ includeSearch: search !== undefined }}
            onClick={onLeave}
            className="flex min-h-touch items-center gap-3 rounded-md px-2 font-medium no-underline hover:bg-well aria-[current=page]:bg-well"
          >
            <Icon className="size-5 shrink-0 text-ink-soft" aria-hidden />
            {label}
          </Link>
        ))}
    </nav>
  );
}

/** Shows the signed-in user's picture or initials, name and role. */
export function PersonCard({ user }: { user: SessionUser }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar initials={getInitials(user)} imageUrl={user.profileImageUrl} />
      <div className="min-w-0">
        <p className="truncate font-semibold">{getFullName(user)}</p>
        <p className="text-sm text-ink-soft">{roleLabels[user.role]}</p>
      </div>
    </div>
  );
}
