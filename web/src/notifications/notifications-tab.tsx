import type { NotificationPreferences } from '@curbwrench/contract/notifications/schemas';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Switch } from '../ui/switch.tsx';
import { showToast } from '../ui/toast-store.ts';
import { usePreferences, useSavePreferences } from './queries.ts';

type Choice = keyof NotificationPreferences;

/** The preferences, each with a description and a note that these messages are not sent yet. */
const choices: readonly { name: Choice; label: string; about: string; notYet: string }[] = [
  {
    name: 'appointmentReminders',
    label: 'Appointment Reminders',
    about: 'A reminder before an appointment.',
    notYet: 'Not sent yet',
  },
  {
    name: 'mechanicUpdates',
    label: 'Mechanic Updates',
    about: 'When a mechanic is assigned, on the way or done.',
    notYet: 'Not sent yet',
  },
  {
    name: 'paymentReceipts',
    label: 'Payment Receipts',
    about: 'A receipt for each payment.',
    notYet: 'Not sent yet',
  },
  { name: 'push', label: 'Push', about: 'Messages on this device.', notYet: 'Not sent yet' },
  { name: 'sms', label: 'SMS', about: 'Text messages to your phone.', notYet: 'Not sent yet' },
  {
    name: 'promotionalEmails',
    label: 'Promotional Emails',
    about: 'Offers by email.',
    notYet: "We don't send these yet",
  },
  {
    name: 'newsletter',
    label: 'Newsletter',
    about: 'News from us, now and then.',
    notYet: "We don't send these yet",
  },
];

/** Explains in-app notifications, and shows the person's preferences for messages that are not sent yet. */
export function NotificationsTab() {
  const query = usePreferences();
  return (
    <Panel title="Notifications" className="max-w-3xl">
      <h3 className="text-base">In the app</h3>
      <p className="mt-1 text-ink-soft">
        Updates always appear under the bell at the top of the page. There is nothing to turn on.
      </p>
      <h3 id="by-message" className="mt-6 text-base">
        By email, push and text message
      </h3>
      <p className="mt-1 mb-4 text-ink-soft">
        We don't send these yet. You can choose now; we'll use your choices once we do.
      </p>
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
  // Stores only edited values, merged over the saved ones, so that changes saved elsewhere stay visible.
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
      <ul aria-labelledby="by-message" className="divide-y divide-line border-y border-line">
        {choices.map(({ name, label, about, notYet }) => (
          <li key={name} className="py-2">
            <Switch
              checked={wanted[name]}
              disabled={save.isPending}
              onCheckedChange={(on) => setTouched({ ...touched, [name]: on })}
              label={label}
              hint={
                <>
                  {about} <span className="font-semibold text-waiting">{notYet}</span>
                </>
              }
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

/** Asks before leaving the page with unsaved changes. */
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
