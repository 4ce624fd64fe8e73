import { roleLabels } from '@curbwrench/contract/roles';
import type { SessionUser } from '@curbwrench/contract/people';
import { fullNameOf, initialsOf } from '../../lib/people.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Popover } from '../../ui/popover.tsx';
import { LogOutLink } from './log-out-link.tsx';
import { ScreensSwitch } from './screens-switch.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** The initials in the header; behind them who that is, the theme and the way out. */
export function PersonMenu({ user }: { user: SessionUser }) {
  return (
    <Popover
      label="Your account"
      align="end"
      className="w-72"
      trigger={
        <button
          type="button"
          aria-label={`Your account: ${fullNameOf(user)}`}
          className="inline-flex size-touch items-center justify-center rounded-full"
        >
          <Avatar initials={initialsOf(user)} imageUrl={user.profileImageUrl} size="sm" />
        </button>
      }
    >
      <PersonCard user={user} />
      <div className="mt-3 flex flex-col gap-2 border-t border-line pt-3">
        <ScreensSwitch />
        <ThemeChoice />
        <LogOutLink />
      </div>
    </Popover>
  );
}

/** Initials, name and role (spec section 2). */
export function PersonCard({ user }: { user: SessionUser }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar initials={initialsOf(user)} imageUrl={user.profileImageUrl} />
      <div className="min-w-0">
        <p className="truncate font-semibold">{fullNameOf(user)}</p>
        <p className="text-sm text-ink-soft">{roleLabels[user.role]}</p>
      </div>
    </div>
  );
}
