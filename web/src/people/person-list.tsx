import type { User } from '@curbwrench/contract/people/schemas';
import { roleLabels, type Role } from '@curbwrench/contract/people/roles';
import { CircleOff, Users, Wrench } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { EmailAddress } from '../ui/email-address.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { RowList } from '../ui/row-list.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { usePeople } from './queries.ts';

interface PersonListProps {
  search: string;
  role: Role | undefined;
}

/** Lists everyone who matches the search, paginated. */
export function PersonList({ search, role }: PersonListProps) {
  const { query, more } = usePeople({ search, role });
  const [managedId, setManagedId] = useState<string | null>(null);
  const managedPerson = query.data?.find(({ id }) => id === managedId);
  return (
    <>
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={5} />}
        failure="We couldn't load people."
        getCause={getErrorMessage}
      >
        {(people) =>
          people.length === 0 ? (
            <EmptyState icon={<Users aria-hidden />}>
              No one matches that name, email, or role.
            </EmptyState>
          ) : (
            <RestoreFocus>
              <RowList label="People">
                {people.map((person) => (
                  <PersonRow
                    key={person.id}
                    person={person}
                    onManage={() => setManagedId(person.id)}
                  />
                ))}
              </RowList>
              <ShowMore noun="people" more={more} />
            </RestoreFocus>
          )
        }
      </Loaded>
      {managedPerson && <PersonDialog person={managedPerson} onClose={() => setManagedId(null)} />}
    </>
  );
}

function PersonRow({ person, onManage }: { person: User; onManage: () => void }) {
  const { id } = useSignedInUser();
  const name = getFullName(person);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:flex-nowrap sm:px-5">
      <Avatar
        initials={getInitials(person)}
        imageUrl={person.profileImageUrl}
        className="max-[26rem]:hidden"
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">
          {name}
          {person.id === id && <span className="font-normal text-ink-soft"> (you)</span>}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {person.email !== null && <EmailAddress address={person.email} />}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 sm:hidden">
          <RoleAndBadges person={person} />
        </p>
      </div>
      <p className="hidden items-center gap-2 sm:flex">
        <RoleAndBadges person={person} />
      </p>
      {hasAccount(person) ? (
        <Button size="sm" aria-label={`Manage ${name}`} onClick={onManage}>
          Manage
        </Button>
      ) : (
        <span className="text-sm text-ink-soft">No account</span>
      )}
    </div>
  );
}

/** Returns whether a person has an account; for admins, `twoFactor` is null only for people without an account. */
function hasAccount({ twoFactor }: User): boolean {
  return twoFactor !== null;
}

/** Shows the role, with badges for unusual states. */
function RoleAndBadges({ person }: { person: User }) {
  return (
    <>
      <span className="text-sm font-medium">{roleLabels[person.role]}</span>
      {person.worksAsMechanic && (
        <Badge tone="info" icon={<Wrench aria-hidden />}>
          Works as a mechanic
        </Badge>
      )}
      {!person.active && (
        <Badge tone="muted" icon={<CircleOff aria-hidden />}>
          Deactivated
        </Badge>
      )}
    </>
  );
}
