import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { useNavigate } from '@tanstack/react-router';
import {
  CalendarDays,
  MapPin,
  MessageSquare,
  Thermometer,
  Undo2,
  UserCog,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { EmailAddress } from '../ui/email-address.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { Menu } from '../ui/menu.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { LastActive } from './last-active.tsx';
import { MechanicBadge } from './mechanic-badge.tsx';
import { InactivityNote } from './inactivity-note.tsx';
import { useSickToday } from './queries.ts';

const dialogs = {
  schedule: lazyComponent(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog),
  location: lazyComponent(async () => (await import('./location-dialog.tsx')).LocationDialog),
  coverage: lazyComponent(
    async () => (await import('../appointments/coverage/coverage-dialog.tsx')).CoverageDialog,
  ),
  role: lazyComponent(async () => (await import('./role-dialog.tsx')).RoleDialog),
};
type DialogName = keyof typeof dialogs;

interface OpenDialog {
  readonly name: DialogName;
  readonly mechanic: Mechanic;
}

interface MechanicTableProps {
  label: string;
  mechanics: readonly Mechanic[];
  /** Shown if there are no mechanics in the list. */
  emptyText: string;
}

/** Renders a table of mechanics with the actions that an admin can take on each. */
export function MechanicTable({ label, mechanics, emptyText }: MechanicTableProps) {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const navigate = useNavigate();
  const { setSick } = useSickToday();
  const close = () => setOpenDialog(null);
  const Dialog = openDialog && dialogs[openDialog.name];
  return (
    <div className="rounded-lg border border-line bg-sheet">
      <RestoreFocus>
        {mechanics.length === 0 ? (
          <EmptyState icon={<Users aria-hidden />}>{emptyText}</EmptyState>
        ) : (
          <DataTable
            label={label}
            columns={getColumns(
              (name, mechanic) => setOpenDialog({ name, mechanic }),
              ({ id }) => void navigate({ to: paths.chatSupport, search: { mechanic: id } }),
              (mechanic, sick) =>
                setSick(mechanic.id, sick, () => {
                  if (sick) setOpenDialog({ name: 'coverage', mechanic });
                }),
            )}
            rows={mechanics}
            getKey={({ id }) => id}
          />
        )}
      </RestoreFocus>
      {Dialog && (
        <LazyDialog onClose={close}>
          <Dialog
            // Prefers the latest data, if the mechanic is still in the list.
            mechanic={
              mechanics.find(({ id }) => id === openDialog.mechanic.id) ?? openDialog.mechanic
            }
            onClose={close}
          />
        </LazyDialog>
      )}
    </div>
  );
}

function getColumns(
  open: (name: DialogName, mechanic: Mechanic) => void,
  sendMessage: (mechanic: Mechanic) => void,
  setSick: (mechanic: Mechanic, sick: boolean) => void,
): Column<Mechanic>[] {
  return [
    {
      header: 'Name',
      width: 'w-[44%]',
      stacked: '@max-2xl:col-start-1 @max-2xl:row-start-1',
      cell: (mechanic) => (
        <div className="flex min-w-0 items-center gap-3">
          <Avatar initials={getInitials(mechanic)} imageUrl={mechanic.profileImageUrl} />
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{getFullName(mechanic)}</p>
            <p className="figures text-sm wrap-anywhere text-ink-soft">ID: {mechanic.id}</p>
          </div>
        </div>
      ),
    },
    {
      header: 'Status',
      stacked: '@max-2xl:col-span-2 @max-2xl:mt-2 @max-2xl:row-start-2',
      cell: (mechanic) => (
        <>
          <MechanicBadge status={mechanic.status} />
          <InactivityNote mechanic={mechanic} />
          {mechanic.sick && <span className="block text-sm text-ink-soft">Out sick today</span>}
        </>
      ),
    },
    {
      header: 'Email',
      width: 'w-[36%]',
      stacked: '@max-2xl:col-span-2 @max-2xl:mt-1 @max-2xl:row-start-3',
      cell: ({ email }) => (
        <span className="wrap-anywhere text-ink-soft">
          {email !== null && <EmailAddress address={email} />}
        </span>
      ),
    },
    {
      header: 'Last Active',
      stacked: '@max-2xl:col-span-2 @max-2xl:row-start-4 @max-2xl:text-sm @max-2xl:text-ink-soft',
      cell: ({ lastActive }) => (
        <>
          <span className="@2xl:hidden">Last active: </span>
          <LastActive instant={lastActive} />
        </>
      ),
    },
    {
      header: 'Actions',
      align: 'end',
      stacked: '@max-2xl:col-start-2 @max-2xl:row-start-1',
      cell: (mechanic) => (
        <div className="-my-2 flex items-center justify-end gap-1 @max-2xl:-mr-2">
          {!mechanic.sick && (
            <IconButton
              label={`Mark ${getFullName(mechanic)} out sick`}
              icon={<Thermometer className="size-5" aria-hidden />}
              onClick={() => setSick(mechanic, true)}
            />
          )}
          <Menu
            label={`Actions for ${getFullName(mechanic)}`}
            items={[
              {
                label: 'View Schedule',
                icon: <CalendarDays aria-hidden />,
                onSelect: () => open('schedule', mechanic),
              },
              {
                label: 'View Location',
                icon: <MapPin aria-hidden />,
                onSelect: () => open('location', mechanic),
              },
              {
                label: 'Send Message',
                icon: <MessageSquare aria-hidden />,
                onSelect: () => sendMessage(mechanic),
              },
              ...(mechanic.sick
                ? [
                    {
                      label: 'Reassign all jobs',
                      icon: <Users aria-hidden />,
                      onSelect: () => open('coverage', mechanic),
                    },
                    {
                      label: 'Mark as back',
                      icon: <Undo2 aria-hidden />,
                      onSelect: () => setSick(mechanic, false),
                    },
                  ]
                : []),
              {
                label: 'Change Role',
                icon: <UserCog aria-hidden />,
                onSelect: () => open('role', mechanic),
              },
            ]}
          />
        </div>
      ),
    },
  ];
}
