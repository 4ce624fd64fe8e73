import { roleLabels, roles, type Role } from '@curbwrench/contract/people/roles';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { UserRoundPlus } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import { ShortSearchHint } from '../forms/short-search-hint.tsx';
import { Button } from '../ui/button.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Select } from '../ui/select.tsx';
import { LoadingRegion } from '../ui/skeleton.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PersonList } from './person-list.tsx';
import { useInvitations } from './queries.ts';

/** Lists everyone in the business, and the pending invitations. For admins. */
export function PeopleTab() {
  const id = useId();
  const [isInviting, setIsInviting] = useState(false);
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<Role | undefined>();
  const deferredSearch = useDeferredValue(search.trim());
  // Invitations are shown above the people, so they have to load before them.
  const isLoadingInvitations = useInvitations().isPending;
  return (
    // An empty invitation list takes up no space.
    <div className="grid gap-5 *:empty:-mb-5">
      <div className="flex flex-wrap items-center gap-2 max-sm:*:flex-auto max-sm:*:px-3">
        <Button
          variant="primary"
          icon={<UserRoundPlus className="size-5" aria-hidden />}
          onClick={() => setIsInviting(true)}
        >
          Invite
        </Button>
      </div>
      {isLoadingInvitations && (
        <LoadingRegion>
          <TableSkeleton rows={6} />
        </LoadingRegion>
      )}
      <div hidden={isLoadingInvitations} className="grid gap-5 [&[hidden]]:hidden">
        <InvitationList />
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
          <label htmlFor={`${id}-search`} className="sr-only">
            Search everyone
          </label>
          <SearchInput
            id={`${id}-search`}
            placeholder="Search by name or email"
            maxLength={textLimits.search}
            value={search}
            hint={<ShortSearchHint text={search.trim()} textOnly className="text-ink-soft" />}
            onChange={({ target }) => setSearch(target.value)}
          />
          <label htmlFor={`${id}-role`} className="sr-only">
            Role
          </label>
          <Select
            id={`${id}-role`}
            value={role ?? 'all'}
            onChange={({ target }) => setRole(roles.find((name) => name === target.value))}
          >
            <option value="all">All roles</option>
            {roles.map((name) => (
              <option key={name} value={name}>
                {roleLabels[name]}
              </option>
            ))}
          </Select>
        </div>
        <PersonList search={deferredSearch} role={role} />
      </div>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </div>
  );
}
