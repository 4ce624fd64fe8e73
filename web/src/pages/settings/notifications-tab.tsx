import type { NotificationPreferences } from '@curbwrench/contract/notifications';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { sentenceOf } from '../../api/api-error.ts';
import { usePreferences, useSavePreferences } from '../../features/notifications/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { showToast } from '../../ui/toast-store.ts';

type Choice = keyof NotificationPreferences;

/** The seven of spec section 2, and what each is about. */
const choices: readonly { name: Choice; label: string; about: string }[] = [
  {
    name: 'appointmentReminders',
    label: 'Appointment Reminders',
    about: 'A reminder before an appointment.',
  },
  {
    name: 'mechanicUpdates',
    label: 'Mechanic Updates',
    about: 'When a mechanic is assigned, on the way or done.',
  },
  {
    name: 'paymentReceipts',
    label: 'Payment Receipts',
    about: 'A receipt for each payment.',
  },
  { name: 'push', label: 'Push', about: 'Messages on this device.' },
  { name: 'sms', label: 'SMS', about: 'Text messages to your phone.' },
  {
    name: 'promotionalEmails',
    label: 'Promotional Emails',
    about: 'Offers by e-mail.',
  },
  { name: 'newsletter', label: 'Newsletter', about: 'News from us, now and then.' },
];

/** What one wants to be sent; the bell in the header tells of everything whatever stands here. */
export function NotificationsTab() {
  const query = usePreferences();
  return (
    <Panel
      title="Notifications"
      subtitle="What we may send you. So far nothing is sent by e-mail, push or text message: what happens appears under the bell at the top. Your choices are kept."
      className="max-w-3xl"
    >
      <Loaded
        query={query}
        skeleton={<SwitchSkeletons />}
        failure="We couldn't load your preferences."
        causeOf={sentenceOf}
      >
        {(kept) => <PreferencesForm kept={kept} />}
      </Loaded>
    </Panel>
  );
}

function PreferencesForm({ kept }: { kept: NotificationPreferences }) {
  // Only what was touched, over what is kept: what another device saves meanwhile shows through.
  const [touched, setTouched] = useState<Partial<NotificationPreferences>>({});
  const save = useSavePreferences();
  const wanted = { ...kept, ...touched };
  const isChanged = choices.some(({ name }) => wanted[name] !== kept[name]);

  function submit() {
    save.mutate(wanted, {
      onSuccess: () => {
        setTouched({});
        showToast({ title: 'Preferences saved' });
      },
    });
  }

  return (
    <form
      aria-label="Notification preferences"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !save.isPending) submit();
      }}
    >
      <ul className="divide-y divide-line border-y border-line">
        {choices.map(({ name, label, about }) => (
          <li key={name} className="py-2">
            <Switch
              checked={wanted[name]}
              disabled={save.isPending}
              onCheckedChange={(on) => setTouched({ ...touched, [name]: on })}
              label={label}
              hint={about}
              className="flex w-full flex-row-reverse justify-between"
            />
          </li>
        ))}
      </ul>
      {save.error && (
        <div className="mt-4">
          <Callout tone="alert" title="Your preferences were not saved.">
            <p>{sentenceOf(save.error)}</p>
          </Callout>
        </div>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          disabledReason={isChanged ? null : 'There is nothing to save.'}
          pending={save.isPending}
          pendingLabel="Saving..."
        >
          Save Preferences
        </Button>
        <p role="status" className="text-sm font-medium text-waiting empty:hidden">
          {isChanged && !save.isPending ? 'You have unsaved changes.' : ''}
        </p>
      </div>
      <LeaveGuard isChanged={isChanged} />
    </form>
  );
}

/** Asks before changes that were not saved are left behind. */
function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      open
      onOpenChange={blocker.reset}
      title="Leave without saving?"
      description="Your changes to the notification preferences are not saved."
      footer={
        <>
          <Button onClick={blocker.proceed}>Leave</Button>
          <Button variant="primary" onClick={blocker.reset}>
            Stay
          </Button>
        </>
      }
    />
  );
}

function SwitchSkeletons() {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {choices.map(({ name }) => (
        <li key={name} className="flex items-center justify-between py-3.5">
          <Skeleton className="h-8 w-52" />
          <Skeleton className="h-8 w-14" />
        </li>
      ))}
    </ul>
  );
}
