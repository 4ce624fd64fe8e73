import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { UserRoundPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import type { PageLoader } from '../api/lazy-page.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import {
  countMechanics,
  filterByTab,
  mechanicTabLabels,
  mechanicTabs,
  searchMechanics,
} from '../mechanics/mechanic-filter.ts';
import { MechanicTable } from '../mechanics/mechanic-table.tsx';
import { mechanicsQuery, useMechanics } from '../mechanics/queries.ts';
import { paths } from '../paths.ts';
import { readMechanicsSearch, type MechanicsSearch } from '../searches.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { StatRow, type Stat } from '../ui/stat-row.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';

const AddMechanicDialog = lazyComponent(
  async () => (await import('../mechanics/add-mechanic-dialog.tsx')).AddMechanicDialog,
);
const InviteDialog = lazyComponent(
  async () => (await import('../people/invite-dialog.tsx')).InviteDialog,
);

export const loader: PageLoader = ({ read }) => read(mechanicsQuery);

/** Lists everyone who works as a mechanic. The router shows it only to admins. */
export function MechanicsPage() {
  const query = useMechanics({ poll: true });
  const [dialog, setDialog] = useState<'add' | 'invite' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <PageHeading
        title="Mechanics"
        subtitle="Who works for you, and what they're doing now"
        action={
          <span className="flex flex-wrap gap-2">
            <Link to={paths.team} className={buttonClass()}>
              Hours & Skills
            </Link>
            <Button
              variant="primary"
              icon={<UserRoundPlus className="size-5 shrink-0" aria-hidden />}
              onPointerEnter={() => void AddMechanicDialog.preload()}
              onClick={() => setDialog('add')}
            >
              Add Mechanic
            </Button>
          </span>
        }
      />
      <MechanicStats mechanics={query.data} hasFailed={query.isError} />
      <MechanicList query={query} />
      {dialog && (
        <LazyDialog key={dialog} onClose={close}>
          {dialog === 'add' ? (
            <AddMechanicDialog onClose={close} onInvite={() => setDialog('invite')} />
          ) : (
            <InviteDialog onClose={close} />
          )}
        </LazyDialog>
      )}
    </>
  );
}

/** Returns a function that renders a count as a link to the mechanics it counts. */
function linkTo(tab: NonNullable<MechanicsSearch['tab']>): NonNullable<Stat['renderLink']> {
  return (link) => <Link to={paths.mechanics} search={{ tab }} resetScroll={false} {...link} />;
}

interface MechanicStatsProps {
  mechanics: readonly Mechanic[] | undefined;
  hasFailed: boolean;
}

function MechanicStats({ mechanics, hasFailed }: MechanicStatsProps) {
  const counts = mechanics && countMechanics(mechanics);
  const missingValue = hasFailed ? null : undefined;
  return (
    <StatRow
      label="Mechanics now"
      stats={[
        {
          label: 'Total Mechanics',
          value: counts?.all ?? missingValue,
          tone: 'muted',
          renderLink: linkTo('all'),
        },
        {
          label: 'Available Now',
          value: counts?.available ?? missingValue,
          tone: 'done',
          renderLink: linkTo('available'),
        },
        {
          label: 'On Jobs',
          value: counts?.on_job ?? missingValue,
          tone: 'progress',
          renderLink: linkTo('on_job'),
        },
      ]}
    />
  );
}

function MechanicList({ query }: { query: ReturnType<typeof useMechanics> }) {
  const id = useId();
  const {
    tab = 'all',
    search = '',
    active: onlyActive = false,
  } = useSearch({ from: paths.mechanics });
  const navigate = useNavigate({ from: paths.mechanics });
  const matches =
    query.data &&
    searchMechanics(query.data, search).filter(({ status }) => !onlyActive || status !== 'offline');
  const counts = matches && countMechanics(matches);

  function change(next: { [Key in keyof MechanicsSearch]: MechanicsSearch[Key] | undefined }) {
    void navigate({
      search: (before) => readMechanicsSearch({ ...before, ...next }),
      replace: true,
      resetScroll: false,
    });
  }

  return (
    <div className="mt-4 grid grid-cols-1 gap-4 sm:mt-6">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="w-full max-w-md">
          <label htmlFor={id} className="sr-only">
            Search mechanics
          </label>
          <SearchInput
            id={id}
            placeholder="Search by name or email"
            maxLength={textLimits.search}
            value={search}
            onChange={({ target }) => change({ search: target.value })}
          />
        </div>
        <Checkbox
          label="Active only (available or on a job)"
          checked={onlyActive}
          onChange={({ target }) => change({ active: target.checked || undefined })}
        />
      </div>
      <Tabs
        label="Mechanics by status"
        tabs={mechanicTabs.map((value) => ({
          value,
          label: mechanicTabLabels[value],
          count: counts?.[value],
        }))}
        value={tab}
        onValueChange={(next) => change({ tab: next })}
      >
        {mechanicTabs.map((value) => (
          <TabPanel key={value} value={value}>
            <Loaded
              query={query}
              skeleton={<TableSkeleton rows={4} framed />}
              failure="We couldn't load the mechanics."
              getCause={getErrorMessage}
            >
              {() => (
                <MechanicTable
                  mechanics={filterByTab(matches ?? [], value)}
                  label={`${mechanicTabLabels[value]} mechanics`}
                  emptyText={getEmptyText(value, search, onlyActive)}
                />
              )}
            </Loaded>
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}

function getEmptyText(
  tab: (typeof mechanicTabs)[number],
  search: string,
  onlyActive: boolean,
): string {
  if (search.trim() !== '') return 'No mechanics here match that name or email.';
  switch (tab) {
    case 'all':
      return onlyActive ? 'Nobody is active right now.' : 'No mechanics yet. Add the first one.';
    case 'available':
      return 'Nobody is available right now.';
    case 'on_job':
      return 'Nobody is on a job right now.';
    case 'offline':
      return 'Nobody is offline right now.';
  }
}
