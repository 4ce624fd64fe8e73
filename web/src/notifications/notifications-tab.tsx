import type { ConfiguredChannels } from '@curbwrench/contract/messaging/schemas';
import type { NotificationPreferences } from '@curbwrench/contract/notifications/schemas';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import { useBlocker } from '@tanstack/react-router';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { getErrorMessage } from '../api/api-error.ts';
import { useFormRequest } from '../forms/use-form-request.ts';
import { useMessageChannels } from '../messaging/queries.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Switch } from '../ui/switch.tsx';
import { showToast } from '../ui/toast-store.ts';
import { PushPanel } from '../push/push-panel.tsx';
import { usePreferences, useSavePreferences } from './queries.ts';

interface PreferenceText {
  readonly name: keyof NotificationPreferences;
  readonly label: string;
  readonly description: string;
  /** The channel that it is about, which might not be set up. */
  readonly channel?: 'push' | 'sms';
  /** Whether such messages are not sent yet. */
  readonly isNotSent?: true;
  /** Whether only the office gets such messages. */
  readonly isForOffice?: true;
}

/** The preferences, in the order in which they are shown. */
const preferences: readonly PreferenceText[] = [
  {
    name: 'appointmentReminders',
    label: 'Appointment Reminders',
    description:
      'Reminders the day before and two hours before an appointment, and a review request afterward.',
  },
  {
    name: 'mechanicUpdates',
    label: 'Mechanic Updates',
    description: 'When your mechanic is assigned, is on the way, or has arrived.',
  },
  {
    name: 'paymentReceipts',
    label: 'Payment Receipts',
    description: 'A receipt when a job is completed or paid for.',
  },
  {
    name: 'push',
    label: 'Push',
    description: 'Notifications on your devices.',
    channel: 'push',
  },
  {
    name: 'sms',
    label: 'SMS',
    description: 'Text messages to your phone.',
    channel: 'sms',
  },
  {
    name: 'promotionalEmails',
    label: 'Promotional Emails',
    description: 'Offers by email.',
    isNotSent: true,
  },
  {
    name: 'newsletter',
    label: 'Newsletter',
    description: 'Occasional news from us.',
    isNotSent: true,
  },
  {
    name: 'bookingEmails',
    label: 'New Bookings',
    description: 'An email for each new booking.',
    isForOffice: true,
  },
  {
    name: 'attentionEmails',
    label: 'Needs Attention',
    description: "An email when an appointment needs the office's attention.",
    isForOffice: true,
  },
  {
    name: 'messageEmails',
    label: 'Messages to the Office',
    description: 'An email when a message to the office goes unread.',
    isForOffice: true,
  },
];

/** Explains in-app notifications, and shows the person's preferences for messages. */
export function NotificationsTab() {
  const query = usePreferences();
  return (
    <div className="grid max-w-3xl gap-6">
      <Panel title="Notifications">
        <h3 className="text-base">In the app</h3>
        <p className="mt-1 text-ink-soft">
          Updates always appear under the bell at the top of the page.
        </p>
        <h3 id="by-message" className="mt-6 text-base">
          By email, push, and text message
        </h3>
        <p className="mt-1 mb-4 text-ink-soft">
          Some messages, such as booking confirmations, can't be turned off.
        </p>
        <Loaded
          query={query}
          skeleton={<SwitchSkeletons />}
          failure="We couldn't load your preferences."
          getCause={getErrorMessage}
        >
          {(saved) => <PreferencesForm saved={saved} />}
        </Loaded>
      </Panel>
      <PushPanel isPushAllowed={query.data?.push ?? true} />
    </div>
  );
}

function PreferencesForm({ saved }: { saved: NotificationPreferences }) {
  const { role } = useSignedInUser();
  const shown = preferences.filter(({ isForOffice }) => !isForOffice || isOfficeRole(role));
  const channels = useMessageChannels().data;
  const savePreferences = useSavePreferences();
  const form = useForm<NotificationPreferences>({
    values: saved,
    // Unsaved choices stay when the preferences are saved in another browser.
    resetOptions: { keepDirtyValues: true },
  });
  const currentValues = useWatch({ control: form.control });
  const isChanged = preferences.some(({ name }) => currentValues[name] !== saved[name]);
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (body) => {
    form.reset(await savePreferences.mutateAsync(body));
    showToast({ title: 'Preferences saved' });
  });

  return (
    <form noValidate aria-label="Notification preferences" onSubmit={handleSubmit}>
      <ul aria-labelledby="by-message" className="divide-y divide-line border-y border-line">
        {shown.map(({ name, label, description, ...text }) => (
          <li key={name} className="py-2">
            <Controller
              control={form.control}
              name={name}
              render={({ field }) => (
                <Switch
                  checked={field.value}
                  disabled={isPending}
                  onCheckedChange={field.onChange}
                  label={label}
                  hint={
                    <>
                      {description}{' '}
                      <span className="font-semibold text-waiting empty:hidden">
                        {getNote(text, channels)}
                      </span>
                    </>
                  }
                  className="flex w-full flex-row-reverse justify-between"
                />
              )}
            />
          </li>
        ))}
      </ul>
      {problem !== undefined && (
        <div className="mt-4">
          <Callout tone="alert" title="Your preferences weren't saved.">
            <p>{problem}</p>
          </Callout>
        </div>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          disabledReason={isChanged ? null : 'There is nothing to save.'}
          pending={isPending}
          pendingLabel="Saving..."
        >
          Save Preferences
        </Button>
        <p role="status" className="text-sm font-medium text-waiting empty:hidden">
          {isChanged && !isPending ? 'You have unsaved changes.' : ''}
        </p>
      </div>
      <UnsavedChangesDialog isChanged={isChanged} />
    </form>
  );
}

/** Returns why a choice has no effect yet; null if it has an effect, or while this isn't known. */
function getNote(
  { channel, isNotSent }: Pick<PreferenceText, 'channel' | 'isNotSent'>,
  channels: ConfiguredChannels | undefined,
): string | null {
  if (isNotSent) return "We don't send these yet.";
  if (channel === undefined || channels?.[channel] !== false) return null;
  return `${channel === 'push' ? 'Push notifications' : 'Text messages'} aren't set up yet.`;
}

/** Asks before leaving the page with unsaved changes. */
function UnsavedChangesDialog({ isChanged }: { isChanged: boolean }) {
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
      description="Your changes to the notification preferences haven't been saved."
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
      {preferences.map(({ name }) => (
        <li key={name} className="flex items-center justify-between py-3.5">
          <Skeleton className="h-8 w-52" />
          <Skeleton className="h-8 w-14" />
        </li>
      ))}
    </ul>
  );
}
