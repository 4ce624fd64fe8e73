import { twoFactorCode } from '@curbwrench/contract/accounts/schemas';
import type { EndpointReply } from '@curbwrench/contract/api/endpoint-schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { request } from '../api/request.ts';
import { trackSessionChange } from '../api/session-change.ts';
import { CodeField } from '../forms/code-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ReauthenticationDialog } from './reauthentication-form.tsx';
import { useApplyAccount } from './queries.ts';

type TwoFactorSetup = NonNullable<EndpointReply<'setUpTwoFactor'>>;

const QrCode = lazyComponent(async () => (await import('../ui/qr-code.tsx')).QrCode);

interface SetUpTwoFactorDialogProps {
  email: string;
  onClose: () => void;
}

/** Asks for the password and then for the app's first code, then shows the backup codes, which are shown only once. */
export function SetUpTwoFactorDialog({ email, onClose }: SetUpTwoFactorDialogProps) {
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const [isOn, setIsOn] = useState(false);
  if (setup === null) {
    return (
      <ReauthenticationDialog
        title={title}
        account={{ email, hasPassword: true, twoFactor: false }}
        action="Continue"
        pendingLabel="Checking..."
        send={async ({ password }) =>
          setSetup(await request('setUpTwoFactor', { body: { password } }))
        }
        onClose={onClose}
      />
    );
  }
  if (!isOn) {
    return <FirstCodeDialog uri={setup.uri} onConfirmed={() => setIsOn(true)} onClose={onClose} />;
  }
  return <BackupCodesDialog codes={setup.backupCodes} onClose={onClose} />;
}

const title = 'Set up two-factor authentication';

interface FirstCodeDialogProps {
  uri: string;
  onConfirmed: () => void;
  onClose: () => void;
}

function FirstCodeDialog({ uri, onConfirmed, onClose }: FirstCodeDialogProps) {
  const applyAccount = useApplyAccount();
  const secret = formatSecret(uri);
  const form = useForm<z.input<typeof twoFactorCode>, unknown, z.output<typeof twoFactorCode>>({
    resolver: zodResolver(twoFactorCode),
    defaultValues: { code: '' },
  });
  const { handleSubmit, isPending, problem } = useFormRequest(form, async ({ code }) => {
    const account = await trackSessionChange(request('confirmTwoFactor', { body: { code } }));
    onConfirmed();
    await applyAccount(account);
  });
  return (
    <FormDialog
      title={title}
      label={title}
      action="Turn on"
      pending={isPending}
      pendingLabel="Checking..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p>Scan this QR code with an authenticator app, then enter the app's six-digit code.</p>
      {/* Side by side even on a phone, so that the code field is visible without scrolling. */}
      <div className="flex flex-wrap items-center gap-4 sm:gap-x-5">
        <div className="size-36 max-w-full sm:size-52 overflow-hidden rounded-md border border-line">
          <LazyPart skeleton={<Skeleton className="size-full" />}>
            <QrCode text={uri} label="QR code for the authenticator app" />
          </LazyPart>
        </div>
        <div className="grid min-w-0 flex-1 basis-36 justify-items-start sm:basis-52 gap-2">
          <p className="text-sm text-ink-soft">Or enter this key in the app:</p>
          <p data-secret className="figures font-semibold tracking-wider wrap-anywhere">
            {secret}
          </p>
          <CopyButton text={secret.replaceAll(' ', '')}>Copy key</CopyButton>
        </div>
      </div>
      <FormProblem>{problem}</FormProblem>
      <CodeField
        label="Code"
        error={form.formState.errors.code?.message}
        {...form.register('code')}
      />
    </FormDialog>
  );
}

interface BackupCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

function BackupCodesDialog({ codes, onClose }: BackupCodesDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save your backup codes"
      footer={
        <>
          <CopyButton text={codes.join('\n')}>Copy codes</CopyButton>
          <Button variant="primary" onClick={onClose}>
            I've saved them
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p>
          Two-factor authentication is on. Each of these codes works once if you don't have your
          phone. We won't show them again, so store them somewhere safe.
        </p>
        <ul
          aria-label="Backup codes"
          className="figures grid grid-cols-2 gap-x-4 gap-y-1 rounded-md bg-well p-4 font-semibold"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** Returns the secret in an `otpauth:` URI, in groups of four letters that are easy to type. */
export function formatSecret(uri: string): string {
  const secret = URL.canParse(uri) ? new URL(uri).searchParams.get('secret') : null;
  return (secret ?? '').replaceAll(/(.{4})(?=.)/g, '$1 ');
}
